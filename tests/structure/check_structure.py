#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check the rules on structure that a compiler does not see.

1. Includes point downwards: Type < Helper < {Geometry, FiniteElement, LinearAlgebra} < Mechanics < Core < {Simulation,
   Compatibility} < {Component, Testing} < GL < GUI < applications; what lies below Core knows no scene; layers in one pair of braces do not see each other,
   nor do two categories of Component. Testing is for tests: no other part of the framework includes it.
2. No source file has more than 500 lines.
3. Tests make temporary files in tests/TemporaryFolder.h's folders only: tests run side by side, in names of their own.
4. Header reach: the lines of own headers reachable from a source under Sofa/Component stay under 7 250, besides those of
   Sofa/Type, which nearly all share.
5. Data and links do something: a member that is declared and named nowhere else says in its help that it has no
   effect ("no effect: REASON", which scenes that set it are told, or "kept for scenes that...", which they are not),
   or what else it is for ("always empty", "for links").
6. Every source names its licence in the first lines, "SPDX-License-Identifier: Apache-2.0"; rules 2 and 4 do not count
   that line.

Prints what breaks a rule and a summary; the exit status is 1 if anything does.
Usage: check_structure.py [ROOT]    (ROOT: the repository; default the one this script lies in)
"""
import collections
import re
import statistics
import sys
from pathlib import Path

MAX_LINES = 500
MAX_REACH = 7250
LICENCE = "SPDX-License-Identifier: Apache-2.0"
LEVEL = {"Type": 0, "Helper": 1, "Geometry": 2, "FiniteElement": 2, "LinearAlgebra": 2, "Mechanics": 3, "Core": 4,
         "Simulation": 5, "Compatibility": 5, "Component": 6, "Testing": 6, "GL": 7, "GUI": 8, "applications": 9, "plugins": 9}
FOLDERS = ("Sofa", "applications", "plugins", "tests")
SUFFIXES = {".h", ".hpp", ".cpp", ".cc", ".cu", ".cuh", ".inl", ".py"}
MEMBER = re.compile(r"\b[dl]_\w+\b")
DECLARATION = re.compile(r"\b\w*(?:Data|Link)\b(?:<[^;{}]*>)?\s+([dl]_\w+)\s*\{(.*?)\}\s*;", re.DOTALL)
WITHOUT_EFFECT = re.compile(r"\"(no effect: |kept for scenes that )|without effect|always empty|for links: ")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def layer(path):
    """The layer that a path relative to the root belongs to, or None (Sofa/Precompiled.h, tests)."""
    parts = path.split("/")
    if parts[0] == "Sofa":
        return parts[1] if len(parts) > 2 else None
    return parts[0] if parts[0] in LEVEL else None


def category(path):
    """The category of a component's file, "" for what is shared by all and for other files."""
    parts = path.split("/")
    return parts[2] if parts[:2] == ["Sofa", "Component"] and len(parts) > 3 else ""


def names_licence(text):
    return any(LICENCE in line for line in text.split("\n", 2)[:2])


class Tree:
    """The source files of a repository and the own headers each includes."""

    def __init__(self, root):
        self.root = Path(root)
        self.text = {}
        for folder in FOLDERS:
            for path in sorted((self.root / folder).rglob("*")):
                if path.suffix in SUFFIXES and path.is_file():
                    self.text[path.relative_to(self.root).as_posix()] = path.read_text(encoding="utf8", errors="replace")
        self.lines = {name: text.count("\n") - names_licence(text) for name, text in self.text.items()}
        self.includes = {name: self.resolve(name) for name in self.text}

    def resolve(self, name):
        """The own files that a file includes, by include root or beside it; others are not followed."""
        found = []
        for target in INCLUDE.findall(self.text[name]):
            beside = (Path(name).parent / target).as_posix()
            if target in self.text:
                found.append(target)
            elif beside in self.text:
                found.append(beside)
        return found

    def reach(self, name):
        """Lines of own headers outside Sofa/Type textually reachable from a file, conditions ignored, each header once."""
        seen, stack = set(), list(self.includes[name])
        while stack:
            header = stack.pop()
            if header not in seen:
                seen.add(header)
                stack.extend(self.includes[header])
        return sum(self.lines[header] for header in seen if layer(header) != "Type")


def check_includes(tree):
    for name, targets in tree.includes.items():
        here = layer(name)
        for target in targets:
            there = layer(target)
            if here is None or there is None:
                continue
            if there == "Testing" != here:
                yield f"{name}: includes {target}: Sofa/Testing is for tests only"
                continue
            if here == there:
                mine, other = category(name), category(target)
                if other and mine != other:
                    yield f"{name}: includes {target}: sideways between categories of Component; move what they share " \
                          "to a lower layer"
                elif here in ("plugins", "applications") and name.split("/")[1] != target.split("/")[1]:
                    yield f"{name}: includes {target}: sideways between {here}"
            elif LEVEL.get(there, 10) > LEVEL.get(here, 10):
                yield f"{name}: includes {target}: upwards from {here} to {there}"
            elif LEVEL.get(there, 10) == LEVEL.get(here, 10):
                yield f"{name}: includes {target}: sideways from {here} to {there}"


def check_layers(tree):
    for name in tree.text:
        here = layer(name)
        if here is not None and here not in LEVEL:
            yield f"{name}: Sofa/{here} is no layer; the layers are {', '.join(LEVEL)}"


def check_sizes(tree):
    for name, lines in tree.lines.items():
        if lines > MAX_LINES:
            yield f"{name}: {lines} lines, allowed {MAX_LINES}; split it by responsibility"


def check_licences(tree):
    for name, text in tree.text.items():
        if text and not names_licence(text):
            yield f"{name}: does not name its licence: begin it with a comment {LICENCE}"


def check_temporary_files(tree):
    for name, text in tree.text.items():
        if re.fullmatch(r"tests/.*\.(h|cpp)", name) and "temp_directory_path" in text and "mkdtemp" not in text:
            yield f"{name}: a temporary file under a name that another test may have; use tests/TemporaryFolder.h"


def check_data(tree):
    """Members d_NAME and l_NAME of classes. One name in several classes passes with a single use."""
    code = {name: re.sub(r"//[^\n]*", "", text) for name, text in tree.text.items()
            if layer(name) and layer(name) != "Testing" and not name.endswith(".py")}
    uses = collections.Counter(word for text in code.values() for word in MEMBER.findall(text))
    for name, text in code.items():
        for declared in DECLARATION.finditer(text):
            if uses[declared[1]] == 1 and not WITHOUT_EFFECT.search(help_of(text, declared[2])):
                yield f"{name}: {declared[1]} is set by scenes and does nothing; use it, or begin its help with " \
                      '"no effect: " and what is done instead'


def help_of(text, initialisers):
    """The initialisers of a Data or link, names of constants in them replaced by their text."""
    for constant in re.findall(r"\bof[A-Z]\w*", initialisers):
        found = re.search(rf"\b{constant}\s*=\s*(.*?);", text, re.DOTALL)
        initialisers += found[1] if found else ""
    return initialisers


def check_reach(tree, reaches):
    for name, lines in reaches.items():
        if lines > MAX_REACH:
            yield f"{name}: reaches {lines} lines of own headers, allowed {MAX_REACH}; include less in its headers"


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
    tree = Tree(root)
    reaches = {n: tree.reach(n) for n in tree.text if n.startswith("Sofa/Component/") and n.endswith(".cpp")}
    problems = [*check_layers(tree), *check_includes(tree), *check_sizes(tree), *check_licences(tree), *check_temporary_files(tree),
                *check_data(tree), *check_reach(tree, reaches)]
    for problem in problems:
        print(problem)
    for kind, suffix in (("headers", ".h"), ("sources", ".cpp")):
        sizes = [lines for name, lines in tree.lines.items() if name.startswith("Sofa/") and name.endswith(suffix)]
        if sizes:
            print(f"{len(sizes)} {kind} under Sofa, {sum(sizes)} lines, median {statistics.median(sizes):.0f}, longest {max(sizes)}")
    if reaches:
        worst = max(reaches, key=reaches.get)
        print(f"header reach of {len(reaches)} component sources: median {statistics.median(reaches.values()):.0f}, "
              f"most {reaches[worst]} ({worst})")
    print(f"structure: {len(tree.text)} files, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
