#!/usr/bin/env python3
"""Checks who includes whom against the table of ARCHITECTURE.md, and that third-party headers are
included only where THIRD_PARTY.md says. Prints one line an offence; exit code 1 when there is one."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALL = {p.name for p in (ROOT / "src").iterdir() if p.is_dir()}
FOUNDATION = {"core", "io"}
ENGINE = {"core", "io", "text", "fusion", "pooling", "graph", "corpus", "index", "models", "encoders", "rerank",
          "retrieval", "backends"}
# The folders of src each folder may include, besides include/marrow and itself.
MAY_INCLUDE = {
    "include/marrow": set(),
    "src/core": set(),
    "src/io": {"core"}, "src/text": {"core"}, "src/fusion": {"core"}, "src/pooling": {"core"}, "src/graph": {"core"},
    "src/corpus": FOUNDATION, "src/index": FOUNDATION, "src/evaluation": FOUNDATION, "src/generation": FOUNDATION,
    "src/models": FOUNDATION,
    "src/encoders": FOUNDATION | {"text", "models"},
    "src/rerank": {"core", "fusion"},
    "src/retrieval": {"core", "text", "index", "pooling"},
    "src/backends": FOUNDATION | {"text"},
    "src/engine": ENGINE,
    "src/experiments": FOUNDATION | {"corpus", "text", "encoders", "engine", "evaluation", "fusion", "rerank",
                                     "pooling", "generation"},
    "apps": FOUNDATION | {"corpus", "text", "models", "encoders", "index", "evaluation", "engine", "experiments",
                          "backends", "generation"},
    "tools": ALL, "tests": ALL, "bench": ALL, "fuzz": ALL,
    "examples": set(), "python": set(),
}
# A third-party header (prefix) and the only places that may include it.
ONLY_IN = {
    "nlohmann/": ["src/io/json"], "simdjson": ["src/io/json_lines"], "openvino/": ["src/models/openvino_session"],
    "curl/": ["src/io/http_client"], "archive": ["src/io/archive", "tests/support/archives"], "openssl/": ["src/io/digest"],
    "xxhash": ["src/io/checksum"], "zstd": ["src/index/doc_store", "src/io/compression"],
    "zlib": ["src/io/byte_source", "tests/support/gzip"], "libstemmer": ["src/text/stemmer"],
    "utf8proc": ["src/text/normalizer"], "hwy/": ["src/core/simd"], "yaml-cpp/": ["src/engine/config_file"],
    "CLI/": ["apps/cli/"], "boost/": ["apps/server/http_server", "tests/"],
}
# What is reached through a symlink is not ours; a file's folder decides its row.
SUFFIXES = {".h", ".cpp"}


def row_of(path):
    for row in sorted(MAY_INCLUDE, key=len, reverse=True):
        if path.startswith(row + "/"):
            return row
    return None


def offences_in(path, text):
    row = row_of(path)
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
        if not found:
            continue
        target = found.group(2)
        folder = target.split("/")[0]
        own = path.split("/")[1] if path.startswith("src/") else None
        if found.group(1) == '"' and folder in ALL and folder != own and folder not in MAY_INCLUDE[row]:
            yield f"{path}:{number}: {row} may not include {target}"
        if row == "include/marrow" and found.group(1) == "<" and ("/" in target or target.endswith(".h")):
            yield f"{path}:{number}: the contract includes the standard library only, not {target}"
        for prefix, places in ONLY_IN.items():
            if found.group(1) == "<" and target.startswith(prefix) and not any(path.startswith(p) for p in places):
                yield f"{path}:{number}: {target} may be included only by {', '.join(places)}"


def contract_size():
    headers = sorted((ROOT / "include/marrow").glob("*.h"))
    lines = sum(len(h.read_text().splitlines()) for h in headers)
    if len(headers) > 10:
        yield f"include/marrow: {len(headers)} headers, at most 10"
    if lines > 1200:
        yield f"include/marrow: {lines} lines, at most 1,200"


def main():
    offences = list(contract_size())
    count = 0
    for top in ("include", "src", "apps", "tests", "bench", "fuzz", "tools", "examples"):
        for file in sorted((ROOT / top).rglob("*")):
            if file.suffix in SUFFIXES and file.is_file():
                count += 1
                path = file.relative_to(ROOT).as_posix()
                offences += offences_in(path, file.read_text(encoding="utf-8"))
    print("\n".join(offences) if offences else f"layers: {count} files, no offence")
    return 1 if offences else 0


sys.exit(main())
