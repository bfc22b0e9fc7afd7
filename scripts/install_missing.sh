# Sourced by the scripts beside it: what they need from the system.

have() { command -v "$1" >/dev/null 2>&1; }

# The packages (by their Debian names) without which nothing can be built here, each after a space.
missing_build_tools() {
    have cmake || printf ' cmake'
    [ -n "${CXX:-}" ] || have c++ || have g++ || have clang++ || printf ' g++'
    have ninja || have make || printf ' ninja-build'
}

# The same for WebAssembly.
missing_wasm_tools() {
    have clang++-19 || printf ' clang-19'
    have wasm-ld-19 || printf ' lld-19'
    have wasm-opt || printf ' binaryen'
    have node || printf ' nodejs'
    [ -e /usr/lib/llvm-19/include/wasm32-wasi/c++/v1/vector ] || printf ' libc++-19-dev-wasm32 libc++abi-19-dev-wasm32'
    [ -e /usr/include/wasm32-wasi/stdlib.h ] || printf ' wasi-libc'
    [ -e /usr/lib/llvm-19/lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a ] || printf ' libclang-rt-19-dev-wasm32'
}

# install_missing PACKAGE...: by apt-get, as root or with sudo; says what. Elsewhere it names them and stops.
install_missing() {
    [ $# -gt 0 ] || return 0
    sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    if ! have apt-get; then
        echo "$0: please install: $*" >&2
        exit 1
    fi
    if [ -n "$sudo" ] && ! have sudo; then
        echo "$0: please install, as root: apt-get install $*" >&2
        exit 1
    fi
    echo "$0: installing $*" >&2
    $sudo apt-get update -q >&2
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" >&2
}
