#!/usr/bin/env python3
"""Makes a small known-item collection that every Debian can make, in BEIR layout: the pages of the
packages manpages and manpages-dev. A document is a page's text with its NAME line removed; its query
is that line's description; the page is the one relevant document.

Usage: tools/make_manpages_collection.py FOLDER

The two .deb files are fetched with apt-get download (no root needed) and unpacked, not installed.
Links and .so stubs are not documents. Done already: says so and returns."""
import gzip
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PACKAGES = ("manpages", "manpages-dev")
# Requests and macros whose arguments are not text.
SILENT = {"TH", "TP", "IP", "PP", "P", "LP", "HP", "RS", "RE", "br", "sp", "nf", "fi", "ad", "na", "hy", "nh", "in",
          "ta", "ft", "ps", "so", "de", "ds", "nr", "if", "ie", "el", "ig", "PD", "TQ", "EX", "EE", "SY", "YS", "UR",
          "UE", "MT", "ME", "ne", "ti", "ce", "ns", "rs", "tr", "TS", "TE", "T&", "di", "am", "rm", "als", "."}


def plain(text):
    """Roff escapes as the characters they print."""
    text = re.sub(r"\\f(\[[^]]*\]|\([A-Za-z]{2}|.)", "", text)
    text = re.sub(r"\\s[-+]?\d+", "", text)
    for escape, shown in ((r"\-", "-"), (r"\(aq", "'"), (r"\[aq]", "'"), (r"\(dq", '"'), (r"\(co", "(c)"),
                          (r"\(bu", ""), (r"\(em", " - "), (r"\(en", "-"), (r"\(ti", "~"), (r"\(ha", "^"),
                          (r"\(lq", '"'), (r"\(rq", '"'), (r"\(oq", "'"), (r"\(cq", "'"), (r"\[char46]", "."),
                          (r"\(rs", "\\"), (r"\&", ""), (r"\|", ""), (r"\^", ""), (r"\:", ""), (r"\%", ""),
                          (r"\ ", " "), (r"\~", " "), (r"\0", " "), (r"\c", ""), (r"\/", ""), (r"\,", "")):
        text = text.replace(escape, shown)
    text = re.sub(r"\\\*?(\[[^]]*\]|\(..)", " ", text)
    return text.replace("\\e", "\\").replace('\\"', "")


def arguments(rest):
    return " ".join(quoted or bare for quoted, bare in re.findall(r'"([^"]*)"|(\S+)', rest))


def lines_of(source):
    """(macro or '', text) a source line; comments and the bodies of tables' formats are dropped."""
    in_macro = False
    for line in source.split("\n"):
        line = re.sub(r'\\".*|\\#.*', "", line)
        if in_macro:
            in_macro = not line.startswith("..")
            continue
        if not line.startswith((".", "'")):
            yield "", plain(line)
            continue
        name, _, rest = line[1:].lstrip().partition(" ")
        in_macro = name in ("de", "ig", "am")
        if name not in SILENT and re.match(r"[A-Za-z]+$", name):
            yield name, plain(arguments(rest))


def parse(source):
    """(description, text) of a page; None when it has no NAME line or hardly any text."""
    section, name, body = "", [], []
    for macro, text in lines_of(source):
        if macro == "SH":
            section = text.strip().upper()
        if section == "NAME":
            if macro != "SH":
                name.append(text)
        elif text.strip():
            body.append(text.strip())
    head = " ".join(" ".join(name).split())
    match = re.match(r".*? -+ (.+)", head)
    text = " ".join(" ".join(body).split())
    return (match.group(1), text) if match and len(text) >= 200 else None


def pages_in(folder):
    for file in sorted(pathlib.Path(folder).rglob("man/man*/*.gz")):
        if file.is_symlink():
            continue
        source = gzip.decompress(file.read_bytes()).decode("utf-8", "replace")
        if re.match(r"\s*\.so ", source):
            continue
        page = parse(source)
        if page:
            yield file.name[: -len(".gz")], *page


def write_collection(pages, folder):
    (folder / "qrels").mkdir(parents=True)
    with open(folder / "corpus.jsonl", "w", encoding="utf-8") as corpus, \
            open(folder / "queries.jsonl", "w", encoding="utf-8") as queries, \
            open(folder / "qrels/test.tsv", "w", encoding="utf-8") as qrels:
        qrels.write("query-id\tcorpus-id\tscore\n")
        for name, description, text in pages:
            corpus.write(json.dumps({"_id": name, "title": "", "text": text}, ensure_ascii=False) + "\n")
            queries.write(json.dumps({"_id": "q-" + name, "text": description}, ensure_ascii=False) + "\n")
            qrels.write(f"q-{name}\t{name}\t1\n")


def main():
    target = pathlib.Path(sys.argv[1])
    if (target / "qrels/test.tsv").exists():
        print(f"manual pages: already at {target}")
        return
    with tempfile.TemporaryDirectory() as work:
        subprocess.run(["apt-get", "-o", "APT::Sandbox::User=root", "-q", "download", *PACKAGES], cwd=work, check=True, stdout=subprocess.DEVNULL)
        for deb in pathlib.Path(work).glob("*.deb"):
            subprocess.run(["dpkg-deb", "-x", str(deb), f"{work}/root"], check=True)
        pages = list(pages_in(f"{work}/root"))
    partial = target.with_name(target.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    write_collection(pages, partial)
    shutil.rmtree(target, ignore_errors=True)
    partial.rename(target)
    print(f"manual pages: {len(pages)} documents at {target}")


main()
