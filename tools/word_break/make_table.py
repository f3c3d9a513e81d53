#!/usr/bin/env python3
"""Makes src/text/word_break_table.h: which runs of code points are words, as a table-driven automaton.

Input: the output of UnicodeProperties.java beside this file (make.sh runs both). The grammar below is the one
Lucene's StandardTokenizer is specified by: the word boundary rules of Unicode Standard Annex #29 turned into
regular expressions of whole words, emoji sequences as Unicode Technical Standard #51 defines them, runs of
scripts that need a dictionary (line break class SA) kept whole, and Han and Hiragana one by one. A word is the
longest match; a code point at which no match begins belongs to no word.

The expressions become a nondeterministic automaton (Thompson), then a deterministic one (subsets), then the
smallest one (Moore). Code points that no expression tells apart share a class.
"""
import sys

BLOCK = 128


class Properties:
    """One code point's line of UnicodeProperties.java."""

    def __init__(self, code_point, word_break, script, line_break, flags):
        self.code_point = code_point
        self.word_break = word_break
        self.script = script
        self.line_break = line_break
        self.flags = flags


def keycap_base(p):
    return p.code_point < 0x80 and chr(p.code_point) in "0123456789#*"


def emoji(p):
    """What stands alone as an emoji: pictographs and emoji that are not parts of something else."""
    part = (p.word_break == "Regional_Indicator" or keycap_base(p) or p.code_point in (0xA9, 0xAE, 0x2122, 0x3030, 0x303D)
            or "Emoji_Modifier" in p.flags)
    return "Extended_Pictographic" in p.flags or ("Emoji" in p.flags and not part)


def word_break(*values):
    return lambda p: p.word_break in values


# The alphabet of the grammar: each name is a set of code points; sets overlap.
SETS = {
    "ignored": word_break("Extend", "Format", "ZWJ"),
    "ignored_no_presentation":
        lambda p: p.word_break in ("Extend", "Format", "ZWJ") and p.code_point not in (0xFE0E, 0xFE0F),
    "joiner": word_break("ZWJ"),
    "letter": word_break("ALetter", "Hebrew_Letter"),
    "hebrew": word_break("Hebrew_Letter"),
    "digit": lambda p: p.word_break == "Numeric" or 0xFF10 <= p.code_point <= 0xFF19,
    "katakana": word_break("Katakana"),
    "inside_letters": word_break("MidLetter", "MidNumLet", "Single_Quote"),
    "inside_digits": word_break("MidNum", "MidNumLet", "Single_Quote"),
    "connector": word_break("ExtendNumLet"),
    "single_quote": word_break("Single_Quote"),
    "double_quote": word_break("Double_Quote"),
    "regional_indicator": word_break("Regional_Indicator"),
    "han": lambda p: p.script == "Han",
    "hiragana": lambda p: p.script == "Hiragana",
    "complex_context": lambda p: p.line_break == "Complex_Context",
    "emoji": emoji,
    "emoji_modifier": lambda p: "Emoji_Modifier" in p.flags,
    "emoji_modifier_base": lambda p: "Emoji_Modifier_Base" in p.flags,
    "emoji_presentation": lambda p: p.code_point == 0xFE0F,
    "keycap_base": keycap_base,
    "keycap": lambda p: p.code_point == 0x20E3,
    "tag": lambda p: 0xE0020 <= p.code_point <= 0xE007E,
    "tag_end": lambda p: p.code_point == 0xE007F,
}


# Regular expressions as nested tuples.
def one(name):
    return ("one", name)


def seq(*parts):
    return ("seq", parts)


def alt(*parts):
    return ("alt", parts)


def star(part):
    return ("star", part)


def plus(part):
    return seq(part, star(part))


def optional(part):
    return alt(part, seq())


def with_ignored(name):
    """Rule WB4: what extends a code point is part of it."""
    return seq(one(name), star(one("ignored")))


def with_ignored_no_presentation(name):
    return seq(one(name), star(one("ignored_no_presentation")))


def emoji_sequence():
    element = alt(
        seq(star(one("joiner")), with_ignored_no_presentation("emoji"), optional(one("emoji_presentation"))),
        seq(optional(seq(star(one("joiner")), with_ignored_no_presentation("emoji_modifier_base"))),
            with_ignored_no_presentation("emoji_modifier")))
    joined = seq(element, alt(star(seq(one("joiner"), element)), seq(plus(one("tag")), one("tag_end"))))
    keycap = seq(with_ignored_no_presentation("keycap_base"), optional(one("emoji_presentation")),
                 with_ignored_no_presentation("keycap"))
    flag = seq(with_ignored("regional_indicator"), with_ignored("regional_indicator"))
    return alt(joined, keycap, flag)


def word():
    """Rules WB5 to WB13b."""
    connectors = star(with_ignored("connector"))
    katakana = seq(with_ignored("katakana"), star(seq(connectors, with_ignored("katakana"))))
    hebrew = seq(with_ignored("hebrew"),
                 alt(with_ignored("single_quote"), seq(with_ignored("double_quote"), with_ignored("hebrew"))))
    digits = seq(with_ignored("digit"),
                 star(seq(alt(connectors, with_ignored("inside_digits")), with_ignored("digit"))))
    letters = seq(with_ignored("letter"),
                  star(seq(alt(connectors, with_ignored("inside_letters")), with_ignored("letter"))))
    part = alt(katakana, plus(alt(hebrew, digits, letters)))
    return seq(connectors, part, star(seq(plus(with_ignored("connector")), part)), connectors)


GRAMMAR = alt(emoji_sequence(), word(), plus(with_ignored("complex_context")), with_ignored("han"),
              with_ignored("hiragana"))


class Nondeterministic:
    """Thompson's construction: one start and one end state an expression, empty and labelled edges."""

    def __init__(self):
        self.empty = []
        self.labelled = []

    def state(self):
        self.empty.append([])
        self.labelled.append([])
        return len(self.empty) - 1

    def add(self, expression):
        kind, content = expression
        start, end = self.state(), self.state()
        if kind == "one":
            self.labelled[start].append((content, end))
        elif kind == "seq":
            at = start
            for part in content:
                part_start, part_end = self.add(part)
                self.empty[at].append(part_start)
                at = part_end
            self.empty[at].append(end)
        elif kind == "alt":
            for part in content:
                part_start, part_end = self.add(part)
                self.empty[start].append(part_start)
                self.empty[part_end].append(end)
        else:
            part_start, part_end = self.add(content)
            self.empty[start] += [part_start, end]
            self.empty[part_end] += [part_start, end]
        return start, end

    def closure(self, states):
        reached, todo = set(states), list(states)
        while todo:
            for state in self.empty[todo.pop()]:
                if state not in reached:
                    reached.add(state)
                    todo.append(state)
        return frozenset(reached)


def deterministic(expression, classes):
    """Rows of next states by class (None: no match is possible any more) and whether each state accepts.

    `classes` is a list of sets of names."""
    machine = Nondeterministic()
    start, end = machine.add(expression)
    states = {machine.closure([start]): 0}
    todo = list(states)
    rows, accepting = [], []
    for current in todo:
        accepting.append(end in current)
        row = []
        for names in classes:
            target = machine.closure({to for s in current for name, to in machine.labelled[s] if name in names})
            if target and target not in states:
                states[target] = len(states)
                todo.append(target)
            row.append(states[target] if target else None)
        rows.append(row)
    return rows, accepting


def minimal(rows, accepting):
    """Moore's refinement. The start state stays state 0."""
    group = [int(a) for a in accepting]
    while True:
        signatures = {}
        refined = []
        for state, row in enumerate(rows):
            signature = (group[state], tuple(None if to is None else group[to] for to in row))
            refined.append(signatures.setdefault(signature, len(signatures)))
        if len(set(refined)) == len(set(group)):
            break
        group = refined
    first = {}
    for state, number in enumerate(refined):
        first.setdefault(number, state)
    return ([[None if to is None else refined[to] for to in rows[first[n]]] for n in range(len(first))],
            [accepting[first[n]] for n in range(len(first))])


def read_properties(lines):
    for line in lines:
        first, last, word_break_value, script, line_break, flags = line.split()
        for code_point in range(int(first, 16), int(last, 16) + 1):
            yield Properties(code_point, word_break_value, script, line_break, set(flags.split(",")))


def merge_equal_columns(rows, class_of):
    """Classes whose columns are equal become one; class 0 is the one of code points in no set."""
    columns = list(zip(*rows))
    numbers = {}
    renumbered = [numbers.setdefault(column, len(numbers)) for column in columns]
    kept = [list(columns).index(column) for column in numbers]
    return [[row[c] for c in kept] for row in rows], [renumbered[c] for c in class_of], kept


def two_stages(class_of):
    blocks, index = {}, []
    for begin in range(0, len(class_of), BLOCK):
        index.append(blocks.setdefault(tuple(class_of[begin:begin + BLOCK]), len(blocks)))
    return index, [value for block in blocks for value in block]


def array(kind, name, values):
    lines, line = [], "   "
    for value in values:
        text = f" {value},"
        if len(line) + len(text) > 110:
            lines.append(line)
            line = "   "
        line += text
    lines.append(line)
    return f"inline constexpr std::array<{kind}, {len(values)}> {name} = {{\n" + "\n".join(lines) + "\n};\n"


def main():
    version = next(sys.stdin).split()[1]
    signatures, class_of = {frozenset(): 0}, []
    for properties in read_properties(sys.stdin):
        names = frozenset(name for name, contains in SETS.items() if contains(properties))
        class_of.append(signatures.setdefault(names, len(signatures)))
    rows, accepting = minimal(*deterministic(GRAMMAR, list(signatures)))
    rows, class_of, kept = merge_equal_columns(rows, class_of)
    write(version, rows, accepting, class_of, [sorted(list(signatures)[c]) for c in kept])


# No run of code points that are in these sets only is a word or has a word in it.
NEVER_WORDS = {"connector", "ignored", "ignored_no_presentation", "joiner", "emoji_presentation"}


def check_never_words(rows, accepting, never_words):
    reached, todo = {0}, [0]
    for state in todo:
        assert not accepting[state]
        for to in (to for to, never in zip(rows[state], never_words) if never and to is not None):
            if to not in reached:
                reached.add(to)
                todo.append(to)


def write(version, rows, accepting, class_of, names):
    """Prints the header. `names` are the sets that the code points of each class are in."""
    index, blocks = two_stages(class_of)
    dead = len(rows)
    connector = names.index(["connector"])
    joiner = names.index(["ignored", "ignored_no_presentation", "joiner"])
    never_words = [bool(n) and set(n) <= NEVER_WORDS for n in names]
    check_never_words(rows, accepting, never_words)
    print(f"""#pragma once

// Made by tools/word_break/make.sh from Unicode {version}; do not edit.

#include <array>
#include <cstdint>

// clang-format off
namespace marrow::word_break {{

/// Classes of code points that the grammar tells apart; class 0 begins and continues nothing.
inline constexpr std::uint32_t kClassCount = {len(names)};
inline constexpr std::uint8_t kConnectorClass = {connector};
inline constexpr std::uint8_t kJoinerClass = {joiner};
/// Classes of which no run is a word or has a word in it: connectors and what extends a code point.
{array("bool", "kNeverWords", [str(n).lower() for n in never_words])}
/// The start state is 0; in kDeadState no longer match is possible.
inline constexpr std::uint8_t kDeadState = {dead};
inline constexpr std::uint32_t kBlockSize = {BLOCK};
""")
    print("/// The class of code point c is kClasses[kBlocks[c / kBlockSize] * kBlockSize + c % kBlockSize].")
    print(array("std::uint8_t", "kBlocks", index))
    print(array("std::uint8_t", "kClasses", blocks))
    print("/// Whether what led to a state is a word.")
    print(array("bool", "kAccepting", [str(a).lower() for a in accepting] + ["false"]))
    print("/// The state after `state` and a code point of class c: kNext[state * kClassCount + c].")
    print(array("std::uint8_t", "kNext", [dead if to is None else to for row in rows for to in row]))
    print("}  // namespace marrow::word_break")
    print("// clang-format on")


if __name__ == "__main__":
    main()
