# Thin words over the CMake presets. The README's two commands are `make demo` and `make test`.
export CMAKE_CXX_COMPILER_LAUNCHER ?= $(shell command -v ccache 2>/dev/null)
export MARROW_MODELS ?= $(CURDIR)/build/models
PRESET ?= release

.PHONY: demo test build bench pins nightly lint fuzz models clean help

help:
	@echo "make demo     set up, build, index a real collection, answer a query, print a measured table"
	@echo "make test     set up and run every test"
	@echo "make build    build/release/marrow (PRESET=debug|asan|tsan|coverage for the others)"
	@echo "make lint     layers, headers, format, clang-tidy on changed files"
	@echo "make pins     the measured rows that CI watches"
	@echo "make bench    the benches, each beside a named peer or limit"
	@echo "make fuzz     every fuzzer, FUZZ_SECONDS each"
	@echo "make nightly  what does not fit into CI: make nightly PART=name for one part"

demo:
	@tools/demo.sh

build:
	@tools/set_up.sh build
	@cmake --preset $(PRESET) >build/configure-$(PRESET).log || { cat build/configure-$(PRESET).log; exit 1; }
	@cmake --build --preset $(PRESET)

models: build
	@build/release/marrow models pull all-MiniLM-L6-v2 bge-small-en-v1.5 SPLADE-tiny ms-marco-MiniLM-L12-v2 all-MiniLM-L6-v2-onnx

test:
	@tools/test.sh

lint:
	@tools/lint.sh

pins: build
	@tools/pins.py --set ci

bench:
	@tools/bench.sh

fuzz:
	@tools/fuzz.sh

nightly:
	@tools/nightly.sh $(PART)

clean:
	rm -rf build/release build/debug build/asan build/tsan build/tidy build/coverage build/fuzz
