#!/bin/sh
# Installs what Marrow needs on Debian 12 (as root or with sudo) and OpenVINO under build/third_party.
#   tools/set_up.sh build   what building and running need
#   tools/set_up.sh test    that, and what the tests, lint and sanitizers need
# Finished work is not redone. On another system it prints the list of what is needed.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)

build_packages="g++ make cmake ninja-build ccache pkg-config python3 python3-pip ca-certificates nlohmann-json3-dev libsimdjson-dev
  libcli11-dev libyaml-cpp-dev libcurl4-openssl-dev libarchive-dev zlib1g-dev libzstd-dev libxxhash-dev libssl-dev
  libutf8proc-dev libstemmer-dev libhwy-dev"
test_packages="libgtest-dev libgmock-dev librapidcheck-dev libboost-dev clang-14 clang-tidy-14 clang-format-14
  libclang-rt-14-dev git default-jdk-headless maven"

case ${1:-} in
  build) packages=$build_packages ;;
  test) packages="$build_packages $test_packages" ;;
  *) echo "usage: tools/set_up.sh build|test" >&2; exit 2 ;;
esac

missing() {
  for package in $packages; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || printf '%s ' "$package"
  done
}

debian_12() { [ -r /etc/os-release ] && grep -q '^VERSION_CODENAME=bookworm' /etc/os-release; }

if ! debian_12; then
  echo "set-up: this is not Debian 12. Needed here, under your system's names:"
  echo $packages | tr ' ' '\n' | sed 's/^/  /'
  echo "  OpenVINO, from its PyPI wheel: tools/get_openvino.sh"
  command -v cmake >/dev/null && command -v ninja >/dev/null || exit 1
else
  wanted=$(missing)
  if [ -n "$wanted" ]; then
    echo "set-up: installing $wanted"
    sudo=
    if [ "$(id -u)" != 0 ]; then
      command -v sudo >/dev/null || { echo "set-up: run as root, or install sudo, then run this again" >&2; exit 1; }
      sudo=sudo
    fi
    $sudo apt-get update -q >/dev/null
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $wanted >/dev/null
  fi
fi
"$root/tools/get_openvino.sh"
echo "set-up: everything for '$1' is here"
