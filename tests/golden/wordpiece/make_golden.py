#!/usr/bin/env python3
"""Writes tests/golden/wordpiece/{vocabulary.txt,cases.jsonl} with Hugging Face's tokenizers 0.23.3.

    python3 -m venv venv && venv/bin/pip install tokenizers==0.23.3
    venv/bin/python tests/golden/wordpiece/make_golden.py      # from the root of the checkout

Each case: the tokenizer's options, the texts, and the reference's ids, types and offsets. Offsets are
turned from code points of the text into bytes. `special` is "safe" for encode_special_tokens.
"""
import json
import random

from tokenizers import AddedToken, Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer
from tokenizers.processors import BertProcessing

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
LETTERS = "abcdefghijklmnoprstuvwxyz0123456789äéëïßσςiıñå中文東あカᄀ가°'\u0307\u0301\u0345\u302e-.,;:!?[]()$+<=@#&%/\\_~^`|\"*{}>¡·٪"
WORDS = ["kol", "##ol", "##ola", "zoe", "Zoë", "zoë", "tea", "pot", "##pot", "data", "query", "naive", "café",
         "cafe", "##wi", "##dth", "zero", "25", "##°c", "sep", "straße", "strasse", "##ing", "token", "##s",
         "istanbul", "σισυφος", "Σισυφος", "á", "##́", "fi", "ﬁ", "Z", "A", "##B", "I", "İ", "##é"]
VOCABULARY = SPECIAL + list(dict.fromkeys(WORDS + list(LETTERS) + ["##" + c for c in LETTERS if c.isalnum()]))
IDS = {token: i for i, token in enumerate(VOCABULARY)}

OPTIONS = {
    "uncased": {},
    "cased": {"lowercase": False},
    "lowercase_with_accents": {"strip_accents": False},
    "accents_stripped_cased": {"lowercase": False, "strip_accents": True},
    "not_cleaned": {"clean_text": False},
    "chinese_not_apart": {"handle_chinese_chars": False},
}

FIXED = [
    "", "   ", "tea\npot", "tea\tpot", "tea\rpot", "a\u00adb", "\u00ad", "a\0b", "a\u200bb", "\ufffd", "a\u0085b",
    "a\u00a0b", "a\u3000b", "$5+3<9", "25°C", "ok 😀", "Zoë", "Zoe\u0308", "İ", "I", "Σίσυφος", "ΣΙΣΥΦΟΣ", "STRAẞE",
    "a" * 100, "a" * 101, "é" * 100, "é" * 101, "abz", "kola", "zabq", "a[SEP]b", "a[sep]b", "[CLS] [MASK] [sep]",
    "[SEP][SEP]a[SEP", "e[SEP]\u0301", "naïve café — 東京 don't 1,234.5", "中文abc", "a\u0301\u0323b", "\u0344",
    "e\u302e\u0301\u0323x", "\u1100\u1161가", "fi ﬁ", "\u2126\u212b", "\u037e\u1fef\u0387", "\uf900\U0002f81a",
    "a\u0301\u0301\u0301", "\u0301 \u0301a", "\u1e9b\u0323", "\u0958\u09dc", "x\u200d\u0301", "token tokens  data  query ",
    "\u16fe4\U00016fe4", "\U0001d165\U0001d16e\u0301", "\u0e38\u0e48", "a\u20e5\u1ac6", "\u1ac6\u20e5b", "zero\u200bwidth", "@user #tag", "_a_b_", "[UNK]",
]
ALPHABET = list("abckotzeis AZI .,[]#'-") + [
    "\u0301", "\u0308", "\u0323", "\u0345", "\u302e", "\u0307", "é", "ë", "İ", "ß", "ẞ", "Σ", "ς", "中", "あ", "ｶ", "ﬁ",
    "\u200d", "\u00ad", "\u0085", "\u00a0", "\u2028", "\0", "\t", "\n", "가", "ᄀ", "ᅡ", "😀", "°", "٪", "\u1e69", "\u0344",
    "\u212b", "\u08e3", "\u1dfb", "\u1ac6", "\u20e5", "\u1734", "[SEP]", "[MASK]", "[UNK]", "zoe", "kola", "tea", "pot",
]


def tokenizer(options):
    result = Tokenizer(WordPiece(IDS, unk_token="[UNK]", max_input_chars_per_word=100))
    result.normalizer = BertNormalizer(**{**dict(clean_text=True, handle_chinese_chars=True, strip_accents=None,
                                                lowercase=True), **options})
    result.pre_tokenizer = BertPreTokenizer()
    result.post_processor = BertProcessing(("[SEP]", IDS["[SEP]"]), ("[CLS]", IDS["[CLS]"]))
    result.add_special_tokens([AddedToken(t, special=True, normalized=False) for t in SPECIAL])
    return result


def in_bytes(text, begin, end):
    return [len(text[:begin].encode()), len(text[:end].encode())]


def case(name, options, texts, special, limit):
    hf = tokenizer(options)
    hf.encode_special_tokens = special == "safe"
    full = hf.encode(*texts)
    if limit:
        hf.enable_truncation(limit, strategy="longest_first" if len(texts) == 1 else "only_second")
    encoded = hf.encode(*texts)
    offsets = [in_bytes(texts[s] if s is not None else "", *o)
               for s, o in zip(encoded.sequence_ids, encoded.offsets)]
    return dict(tokenizer=name, special=special, texts=texts, limit=limit, ids=encoded.ids, types=encoded.type_ids,
                offsets=offsets, truncated=len(encoded.ids) < len(full.ids))


def main():
    draw = random.Random(20)
    cases = []
    for name, options in OPTIONS.items():
        texts = FIXED + ["".join(draw.choices(ALPHABET, k=draw.randint(1, 14))) for _ in range(60)]
        cases += [case(name, options, [text], draw.choice(["safe", "parity"]), 0) for text in texts]
    for text in FIXED:
        cases.append(case("uncased", {}, [text], "parity", 0))
        cases.append(case("uncased", {}, [text], "safe", 0))
    for _ in range(60):
        first, second = ("".join(draw.choices(ALPHABET, k=draw.randint(0, n))) for n in (5, 16))
        special = draw.choice(["safe", "parity"])
        cases.append(case("uncased", {}, [second], special, draw.randint(2, 12)))
        shortest = len(tokenizer({}).encode(first, "").ids) + 8
        cases.append(case("uncased", {}, [first, second], special, draw.randint(shortest, shortest + 6)))
    with open("tests/golden/wordpiece/vocabulary.txt", "w") as out:
        out.writelines(token + "\n" for token in VOCABULARY)
    with open("tests/golden/wordpiece/options.json", "w") as out:
        json.dump(OPTIONS, out, indent=1)
        out.write("\n")
    with open("tests/golden/wordpiece/cases.jsonl", "w") as out:
        out.writelines(json.dumps(c) + "\n" for c in cases)


main()
