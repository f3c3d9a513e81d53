#!/bin/sh
# Makes src/text/word_break_table.h anew. Needs Maven, Java 17 and Python 3. ICU4J 64.2 carries Unicode 12.1,
# the version of the word rules of Lucene 9.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mvn -q dependency:copy -Dartifact=com.ibm.icu:icu4j:64.2 -DoutputDirectory="$work"
java -cp "$work/icu4j-64.2.jar" UnicodeProperties.java > "$work/properties.txt"
python3 make_table.py < "$work/properties.txt" > "$work/table.h"
mv "$work/table.h" ../../src/text/word_break_table.h
