#!/usr/bin/env python3
"""Makes golden.json: what Lucene 9.12.3 makes of texts, as sums of its tokens.

Run: make.py SHARED > golden.json, where SHARED is the folder of collections. Needs Maven and Java 17.

A text's line is its tokens parted by single blanks, and a line end. A file's `sha256` is that of all its
lines; `parts` are the first 16 digits of the same for each 100 lines (4,096 code points), so that a
difference can be found.
"""
import gzip
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

LUCENE = "9.12.3"
HERE = pathlib.Path(__file__).resolve().parent
SKIPPED_CODE_POINTS = range(0x32000, 0xE0000)  # no words: unassigned; what lies above E0FFF is private use

# Texts that show one rule each.
SAMPLES = [
    "The quick brown foxes' tails weren't John's or the dogs’ TOYS’S, it＇s said.",
    "U.S.A. costs 3.14 or 1,234.5; see a_b, __x__, foo:bar and 192.168.0.1 at test@example.com",
    "naïve CAFÉS Ünïcödes İstanbul straẞe ΣΊΣΥΦΟΣ Ⅷ ﬁshes",
    "relational conditional rationally digitizer operators feudalism biology apology possibly",
    "is as by I x a's s's 's ''s",
    "漢字かなカタカナ한국어 ภาษาไทย ລາວ မြန်မာ ខ្មែរ",
    "☃ ⌚️ 👩‍👩‍👧‍👦 🇩🇪🇫🇷 👍🏽 #️⃣ 1️⃣ 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f © ™",
    "שלום צה\"ל ג'ורג' العَرَبِيَّة हिन्दी",
    "soft\u00adhyphen zero\u200bwidth zero\u200cnon zero\u200djoin a\u0301\u0302b \ufeffbom",
    "x" * 254 + " " + "y" * 255 + " " + "z" * 256 + " " + "w" * 600,
    "\U00010428" * 127 + " " + "\U00010428" * 128 + " a" + "\U00010428" * 127,
    "_" * 300 + "a" + " " + "_" * 254 + "b" + " c" + "_" * 300,
    "",
    " \n\t.,;!?",
]

POOL = [0x61, 0x62, 0x53, 0xE9, 0x31, 0xFF15, 0x5F, 0x203F, 0x5D0, 0x30AB, 0xFF76, 0x6F22, 0x3072, 0xE01, 0xE81,
        0x301, 0xAD, 0x200D, 0xFE0F, 0xFE0E, 0x1F600, 0x1F44D, 0x1F3FD, 0x1F3FC, 0xA9, 0x23, 0x2A, 0x20E3, 0xE0061,
        0xE007F, 0x1F1E9, 0x1F1EA, 0x27, 0x22, 0x2E, 0x3A, 0x2C, 0x3B, 0xB7, 0x2019, 0x20, 0x0A, 0xD55C, 0x1100,
        0x3099, 0x30FC, 0x200C, 0x202F, 0x10400, 0x20000, 0x1F9D1, 0x2640, 0xE38, 0xE31, 0x2D, 0x69, 0x6E, 0x67, 0x79]


def code_point_contexts(c):
    """Places in which a code point may join, part or end a word."""
    x = chr(c)
    return " \n".join([x, f"a{x}b", f"1{x}1", f"_{x}_", f"\u05D0{x}\u05D0", f"\u30AB{x}\u30AB", f"{x}\u200D\U0001F600",
                       f"#{x}\u20E3", f"\U0001F44D{x}\U0001F3FD", f"\U0001F1E9{x}\U0001F1EA", f"\u0E01{x}\u0E01",
                       f"{x}running", f"ba{x}{x}ing", f"ba{x}ed", f"{x}'s", f"{x}S"])


class SplitMix64:
    def __init__(self):
        self.state = 1

    def below(self, bound):
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        return (z ^ (z >> 31)) % bound


def random_texts():
    """Short and long texts of few code points each, the first of them in the majority."""
    random = SplitMix64()
    for number in range(20000):
        some = [chr(POOL[random.below(len(POOL))]) for _ in range(2 + random.below(6))]
        length = 600 if number % 50 == 0 else 1 + random.below(24)
        picked = []
        for _ in range(length):
            at = random.below(2 * len(some))
            picked.append(some[at if at < len(some) else 0])
        yield "".join(picked)


def collection_texts(path):
    for line in gzip.open(path, "rt", encoding="utf-8", newline="\n"):
        record = json.loads(line)
        yield (record.get("title") or "") + " " + record["text"]


class Lucene:
    def __init__(self, work):
        for artifact in ("lucene-core", "lucene-analysis-common"):
            subprocess.run(["mvn", "-q", "dependency:copy", f"-Dartifact=org.apache.lucene:{artifact}:{LUCENE}",
                            f"-DoutputDirectory={work}"], check=True, stdout=subprocess.DEVNULL)
        self.path = f"{work}/*:{work}"
        subprocess.run(["javac", "-cp", f"{work}/*", "-d", work, HERE / "LuceneTokens.java"], check=True)

    def lines(self, analyzer, texts):
        """One line of tokens a text."""
        given = "".join(text.encode().hex() + "\n" for text in texts)
        out = subprocess.run(["java", "-cp", self.path, "LuceneTokens", analyzer], input=given.encode(),
                             check=True, stdout=subprocess.PIPE).stdout.decode()
        return out.split("\n")[:-1]


def sums(lines, part_size=100):
    digest = lambda some: hashlib.sha256("".join(line + "\n" for line in some).encode()).hexdigest()
    return {"texts": len(lines), "tokens": sum(len(line.split(" ")) for line in lines if line),
            "sha256": digest(lines),
            "parts": [digest(lines[at:at + part_size])[:16] for at in range(0, len(lines), part_size)]}


def main():
    shared = pathlib.Path(sys.argv[1])
    files = sorted(shared.glob("data/**/corpus.jsonl.gz")) + sorted(shared.glob("data/**/queries.jsonl.gz"))
    files += sorted((shared / "golden/wordpiece").glob("*.jsonl.gz"))
    with tempfile.TemporaryDirectory() as work:
        lucene = Lucene(work)
        golden = {"lucene": LUCENE, "files": []}
        for path in files:
            lines = lucene.lines("english", collection_texts(path))
            golden["files"].append({"path": str(path.relative_to(shared)), **sums(lines)})
        scalars = [c for c in range(0xE1000) if not 0xD800 <= c <= 0xDFFF and c not in SKIPPED_CODE_POINTS]
        contexts = [code_point_contexts(c) for c in scalars]
        for analyzer in ("english", "words"):
            golden["code_points_" + analyzer] = sums(lucene.lines(analyzer, contexts), 4096)
            golden["random_" + analyzer] = sums(lucene.lines(analyzer, random_texts()), 1000)
        golden["stemmed"] = []
        for path in sorted((shared / "golden/stemmer").glob("*_voc.txt.gz")):
            words = gzip.open(path, "rt", encoding="utf-8", newline="\n").read().split("\n")[:-1]
            golden["stemmed"].append({"path": str(path.relative_to(shared)),
                                      **sums(lucene.lines("english", words), 1000)})
        golden["samples"] = [{"text": text, "tokens": line} for text, line in
                             zip(SAMPLES, lucene.lines("english", SAMPLES))]
    json.dump(golden, sys.stdout, indent=0, ensure_ascii=True)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
