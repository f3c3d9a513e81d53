#!/usr/bin/env python3
"""Makes unicode.json: what Python's unicodedata says about every Unicode scalar value, as SHA-256 sums.

The package unicodedata2 15.0.0 carries Unicode 15.0.0, the version of the utf8proc that Debian 12 ships, and
shares no code with it. Lower case comes from Python 3.11 itself, whose Unicode 14 has the same pairs.
Run: pip install unicodedata2==15.0.0; python3.11 make.py > unicode.json
"""
import hashlib
import json
import sys

import unicodedata2 as unicodedata

SCALARS = [c for c in range(0x110000) if not 0xD800 <= c <= 0xDFFF]


def simple_lower(c):
    return "i" if c == 0x130 else chr(c).lower()


def digest(lines):
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()


def hexadecimal(text):
    return " ".join(format(ord(c), "x") for c in text)


def random_texts():
    """Texts of marks and letters that compose, reorder and block each other; SplitMix64 picks them."""
    pool = [0x41, 0x61, 0x65, 0x1100, 0x1161, 0x11A8, 0xAC00, 0xAC01, 0x0300, 0x0301, 0x0308, 0x0323, 0x0327,
            0x0338, 0x0345, 0x3099, 0x304B, 0x1E9B, 0xFB01, 0x212B, 0x0F71, 0x0F72, 0x0F74, 0x0958, 0x09C7,
            0x09BE, 0x1D15E, 0x11099, 0x110BA, 0x05B0, 0x05BC, 0x0653, 0x0627, 0xFDFA, 0x20]
    state = 1
    texts = []
    for _ in range(20000):
        code_points = []
        for _ in range(8):
            state = (state + 0x9E3779B97F4A7C15) % 2**64
            z = state
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
            code_points.append(pool[(z ^ (z >> 31)) % len(pool)])
        texts.append("".join(map(chr, code_points)))
    return texts


def main():
    result = {"unicode": unicodedata.unidata_version}
    result["category"] = digest(unicodedata.category(chr(c)) for c in SCALARS)
    result["combining_class"] = digest(str(unicodedata.combining(chr(c))) for c in SCALARS)
    result["simple_lower"] = digest(hexadecimal(simple_lower(c)) for c in SCALARS)
    result["full_lower"] = digest(hexadecimal(chr(c).lower()) for c in SCALARS)
    texts = random_texts()
    for form in ("NFD", "NFC", "NFKD", "NFKC"):
        result[form] = digest(hexadecimal(unicodedata.normalize(form, chr(c))) for c in SCALARS)
        result[form + "_random"] = digest(hexadecimal(unicodedata.normalize(form, t)) for t in texts)
    json.dump(result, sys.stdout, indent=1)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
