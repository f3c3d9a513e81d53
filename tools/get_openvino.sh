#!/bin/sh
# Unpacks OpenVINO's PyPI wheel under build/third_party: headers, libraries and a CMake config.
# Done already: says nothing and returns at once. The wheel's hash is pinned.
set -eu
version=2026.4.1
sha256=2d22b1da03f7caf74df30e9f6417d0ab2f637e4a38e08e1dcd294d2c37407aaf
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$root/build/third_party/openvino-$version
[ -f "$folder/openvino/cmake/OpenVINOConfig.cmake" ] && exit 0

echo "openvino $version: downloading the wheel (56 MB)"
mkdir -p "$folder.partial"
python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
  --python-version 3.11 --platform manylinux_2_28_x86_64 --dest "$folder.partial" "openvino==$version"
wheel=$(ls "$folder.partial"/openvino-*.whl)
found=$(sha256sum "$wheel" | cut -d' ' -f1)
if [ "$found" != "$sha256" ]; then
  echo "openvino: the wheel's sha256 is $found, expected $sha256; nothing was installed" >&2
  exit 1
fi
echo "openvino $version: unpacking"
python3 -m zipfile -e "$wheel" "$folder.partial"
rm "$wheel"
rm -rf "$folder"
mv "$folder.partial" "$folder"
