# marrow_library, marrow_executable and marrow_test: the only ways a target of ours is made, so that
# every one has the same warnings, sanitizers and include roots.

find_package(Threads REQUIRED)

function(marrow_target_settings target scope)
  target_include_directories(${target} ${scope} ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  if(scope STREQUAL "INTERFACE")
    return()
  endif()
  target_compile_options(
    ${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wold-style-cast
                      -Wnon-virtual-dtor -Werror
                      # No silent fused multiply-adds: scores have the same bits on every processor.
                      -ffp-contract=off)
  # GCC 12 sees an overlap in "literal" + std::string where it inlines it (its bug 105651).
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
  if(MARROW_ASSERTIONS)
    target_compile_definitions(${target} PRIVATE MARROW_ASSERTIONS=1)
  endif()
  if(MARROW_CONTAINER_ASSERTIONS)
    target_compile_definitions(${target} PRIVATE _GLIBCXX_ASSERTIONS=1)
  endif()
  if(MARROW_SANITIZE)
    target_compile_options(
      ${target} PRIVATE -O1 -fsanitize=${MARROW_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${MARROW_SANITIZE})
  endif()
  if(MARROW_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    target_link_options(${target} PUBLIC -fsanitize=fuzzer-no-link)
  endif()
  if(MARROW_COVERAGE)
    target_compile_options(${target} PRIVATE --coverage)
    target_link_options(${target} PUBLIC --coverage)
  endif()
endfunction()

# marrow_library(NAME [SOURCES file...] [DEPENDS target...] [PRIVATE_DEPENDS target...])
# makes marrow_NAME from the folder it is called in. DEPENDS are targets whose headers our headers
# include; PRIVATE_DEPENDS are seen by the sources only.
function(marrow_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  set(target marrow_${name})
  if(ARG_SOURCES)
    add_library(${target} STATIC ${ARG_SOURCES})
    marrow_target_settings(${target} PUBLIC)
    target_link_libraries(${target} PUBLIC ${ARG_DEPENDS} Threads::Threads PRIVATE ${ARG_PRIVATE_DEPENDS})
  else()
    add_library(${target} INTERFACE)
    marrow_target_settings(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE ${ARG_DEPENDS})
  endif()
endfunction()

# marrow_executable(TARGET SOURCES file... DEPENDS target...)
function(marrow_executable target)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${target} ${ARG_SOURCES})
  marrow_target_settings(${target} PRIVATE)
  target_link_libraries(${target} PRIVATE ${ARG_DEPENDS})
endfunction()

# marrow_test(NAME SOURCES file... DEPENDS target... [LABELS label...])
# makes the test program NAME_test; every TEST in it is one ctest test. MARROW_SHARED and the source
# folder reach the tests through tests/support/paths.h.
function(marrow_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;LABELS" ${ARGN})
  marrow_executable(${name}_test SOURCES ${ARG_SOURCES} DEPENDS ${ARG_DEPENDS} GTest::gtest GTest::gmock
                    GTest::gtest_main)
  target_include_directories(${name}_test PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name}_test PRIVATE MARROW_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                                                  MARROW_BINARY_DIR="${CMAKE_BINARY_DIR}")
  include(GoogleTest)
  set(properties TIMEOUT 600)
  if(ARG_LABELS)
    list(APPEND properties LABELS "${ARG_LABELS}")
  endif()
  gtest_discover_tests(${name}_test DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 PROPERTIES ${properties})
endfunction()
