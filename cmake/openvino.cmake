# OpenVINO comes from its PyPI wheel, unpacked by tools/get_openvino.sh under build/third_party: headers,
# libraries and a CMake config are inside. src/models finds it by that config; nothing else includes it.
set(MARROW_OPENVINO_VERSION 2026.4.1)
set(OpenVINO_DIR ${PROJECT_SOURCE_DIR}/build/third_party/openvino-${MARROW_OPENVINO_VERSION}/openvino/cmake
    CACHE PATH "folder of OpenVINOConfig.cmake")
