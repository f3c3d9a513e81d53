#!/usr/bin/env python3
"""Writes src/text/bert_characters.inc and tests/golden/wordpiece/characters.sha256.

Asks Hugging Face's tokenizers (0.23.3) about every Unicode scalar value, because its answers are those of
Unicode 8 tables (categories), Unicode 9 (decomposition) and of its compiler (case), not of one version.

    python3 -m venv venv && venv/bin/pip install tokenizers==0.23.3
    venv/bin/python tests/golden/wordpiece/make_characters.py      # from the root of the checkout
"""
import ctypes
import hashlib

from tokenizers.normalizers import NFD, BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer


def normalizer(**on):
    options = dict(clean_text=False, handle_chinese_chars=False, strip_accents=False, lowercase=False)
    return BertNormalizer(**{**options, **on})


CLEAN, STRIP = normalizer(clean_text=True), normalizer(strip_accents=True)
LOWER, CHINESE = normalizer(lowercase=True), normalizer(handle_chinese_chars=True)
PRE = BertPreTokenizer()
SCALARS = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]

removed = [c for c in SCALARS if CLEAN.normalize_str(chr(c)) == ""]
marks = [c for c in SCALARS if STRIP.normalize_str("a" + chr(c)) == "a"]
chinese = [c for c in SCALARS if CHINESE.normalize_str(chr(c)) != chr(c)]
pieces = {c: len(PRE.pre_tokenize_str(f"a{chr(c)}b")) for c in SCALARS}
white = [c for c in SCALARS if pieces[c] == 2]
punctuation = [c for c in SCALARS if pieces[c] == 3]
lower = {c: LOWER.normalize_str(chr(c)) for c in SCALARS}


class Property(ctypes.Structure):
    _fields_ = [("category", ctypes.c_int16), ("combining_class", ctypes.c_int16)]


# utf8proc 2.8.0 does the rest. It lacks the newest case mappings, and orders marks that are letters here.
utf8proc = ctypes.CDLL("libutf8proc.so")
utf8proc.utf8proc_get_property.restype = ctypes.POINTER(Property)
combining = {c: utf8proc.utf8proc_get_property(c).contents.combining_class for c in SCALARS}


def changes_places(c):
    """With a mark of class 1 behind it or one of class 240 before it: so every mark but these does."""
    return any(NFD().normalize_str(text) != text for text in (f"a{chr(c)}\u20e5", f"a\u0345{chr(c)}"))


ordered = {c for c in SCALARS if combining[c] and changes_places(c)}
unordered = [c for c in SCALARS if combining[c] and c not in ordered]
newer = [(c, ord(low)) for c, low in lower.items() if len(low) == 1 and utf8proc.utf8proc_tolower(c) != ord(low)]


def ranges(values):
    out = []
    for value in values:
        if out and value == out[-1][1] + 1:
            out[-1][1] = value
        else:
            out.append([value, value])
    return out


def table(name, comment, rows):
    cells = ["{" + ", ".join(f"0x{v:X}" for v in row) + "}" for row in rows]
    lines, line = [], "   "
    for cell in cells:
        if len(line) + len(cell) + 2 > 110:
            lines.append(line)
            line = "   "
        line += " " + cell + ","
    return f"/// {comment}\nconstexpr {name}[] = {{\n" + "\n".join(lines + [line]) + "\n};\n"


with open("src/text/bert_characters.inc", "w") as out:
    out.write("// Made by tests/golden/wordpiece/make_characters.py from Hugging Face tokenizers 0.23.3; do not edit.\n\n")
    out.write(table("Range kRemoved", "What cleaning removes: NUL, U+FFFD, categories Cc, Cf, Co.", ranges(removed)) + "\n")
    out.write(table("Range kChinese", "What is set between blanks: CJK ideographs.", ranges(chinese)) + "\n")
    out.write(table("Range kPunctuation", "What is a word of its own: ASCII punctuation and category P.",
                    ranges(punctuation)) + "\n")
    out.write(table("Range kNonspacingMark", "What accent stripping removes: category Mn.", ranges(marks)) + "\n")
    out.write(table("Range kUnordered", "Marks that utf8proc 2.8.0 orders and the reference's older tables do not.",
                    ranges(unordered)) + "\n")
    out.write(table("Mapping kNewerLowerCase", "Lower-case mappings that utf8proc 2.8.0 has not.", newer))

# One byte a scalar value, bits: removed 1, mark 2, ideograph 4, white space 8, punctuation 16,
# ordered among marks 32; then the lower case.
flags = dict.fromkeys(SCALARS, 0)
for bit, values in enumerate([removed, marks, chinese, white, punctuation, ordered]):
    for c in values:
        flags[c] |= 1 << bit
digest = hashlib.sha256(bytes(flags[c] for c in SCALARS))
digest.update("".join(lower[c] for c in SCALARS).encode())
with open("tests/golden/wordpiece/characters.sha256", "w") as out:
    out.write(digest.hexdigest() + "\n")
