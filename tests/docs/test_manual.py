#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the repository says of its own documents holds: the headings of docs/manual that sources cite are there, links
between the pages lead somewhere, and nothing refers to numbered sheets, which readers do not have.

A citation is the path of a page and, in quotes behind a comma, its heading: docs/manual/solvers.md, "Rayleigh damping".
Usage: test_manual.py
"""
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("Sofa", "applications", "plugins", "tests", "cmake", "docs", "examples", "share")
SUFFIXES = {".h", ".hpp", ".cpp", ".cu", ".inl", ".py", ".cmake", ".txt", ".md", ".scn", ".xml", ".glsl", ".vert", ".frag",
            ".in", ""}
COMMENT_SIGN = re.compile(r"\n\s*(?:///?|#|\*)?[ \t]*")
CITATION = re.compile(r'docs/manual/\s?([\w-]+)\.md(?:, "([^"]+)")?')
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)#\s]*)(?:#([^)\s]+))?\)")
IMAGE = re.compile(r"(?:!\[[^\]]*\]\(|<img src=\")([^)\s\"]+)")
SOURCE = re.compile(r"`((?:Sofa|applications|tests|examples|share|cmake|docs)/[\w./-]+)`")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
NUMBERED_SHEET = re.compile(r"\bsheets?[ :]+(?:section )?[§0-9]|\bspec" + r" sheet", re.IGNORECASE)


def texts():
    """Path and text of every file of the repository that people write."""
    found = [path for path in ROOT.iterdir() if path.is_file() and path.suffix in SUFFIXES]
    for folder in FOLDERS:
        found += [path for path in (ROOT / folder).rglob("*") if path.is_file() and path.suffix in SUFFIXES]
    for path in sorted(found):
        try:
            yield path, path.read_text(encoding="utf8")
        except UnicodeDecodeError:
            pass


def joined(text):
    """Text whose comments run on over the ends of lines."""
    return COMMENT_SIGN.sub(" ", text)


def without_code(page):
    """A page without its blocks of code, in which # is no heading."""
    return re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL)


def headings(page):
    return HEADING.findall(without_code(page.read_text(encoding="utf8"))) if page.is_file() else None


def anchor(heading):
    """The anchor that web pages give a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def missing(page, heading):
    """What is wrong with a citation; empty if nothing is."""
    there = headings(page)
    if there is None:
        return f"there is no page {page.name}"
    if heading and " ".join(heading.split()) not in there:
        return f'{page.name} has no heading "{heading}"'
    return ""


class Manual(unittest.TestCase):
    files = list(texts())

    def test_cited_headings_exist(self):
        citations = 0
        for path, text in self.files:
            if path == Path(__file__).resolve():
                continue
            for name, heading in CITATION.findall(joined(text)):
                citations += 1
                with self.subTest(file=str(path.relative_to(ROOT)), page=name, heading=heading):
                    self.assertEqual(missing(ROOT / "docs" / "manual" / f"{name}.md", heading), "")
        self.assertGreater(citations, 0)

    def test_pages_name_headings_of_each_other(self):
        for path, text in self.files:
            if path.suffix != ".md":
                continue
            for link, heading in re.findall(r'\]\(([\w./-]+\.md)\),\s"([^"]+)"', joined(text)):
                with self.subTest(file=str(path.relative_to(ROOT)), link=link, heading=heading):
                    self.assertEqual(missing((path.parent / link).resolve(), heading), "")

    def test_links_lead_somewhere(self):
        for path, text in self.files:
            if path.suffix != ".md":
                continue
            page = without_code(text)
            for target in [link for link, _ in LINK.findall(page)] + IMAGE.findall(page):
                if target and "://" not in target and not target.startswith("mailto:"):
                    with self.subTest(file=str(path.relative_to(ROOT)), link=target):
                        self.assertTrue((path.parent / target).exists(), "nothing is there")
            for target, fragment in LINK.findall(page):
                if fragment and "://" not in target:
                    there = headings((path.parent / target).resolve() if target else path) or []
                    with self.subTest(file=str(path.relative_to(ROOT)), anchor=fragment):
                        self.assertIn(fragment, [anchor(h) for h in there])

    def test_sources_that_pages_name_exist(self):
        for path, text in self.files:
            if path.suffix != ".md" or path.name == "CHANGELOG.md":
                continue
            for name in SOURCE.findall(text):
                with self.subTest(file=str(path.relative_to(ROOT)), source=name):
                    self.assertTrue((ROOT / name).exists(), "there is no such file or folder")

    def test_pages_have_headings_of_their_own(self):
        for page in sorted((ROOT / "docs" / "manual").glob("*.md")):
            there = headings(page)
            self.assertEqual(len(there), len(set(there)), f"{page.name}: two headings are the same")

    def test_index_names_every_page(self):
        index = (ROOT / "docs" / "manual" / "index.md").read_text(encoding="utf8")
        for page in sorted((ROOT / "docs" / "manual").glob("*.md")):
            if page.name != "index.md":
                self.assertIn(f"({page.name})", index, f"docs/manual/index.md does not name {page.name}")

    def test_no_numbered_sheets(self):
        for path, text in self.files:
            found = NUMBERED_SHEET.search(joined(text))
            self.assertIsNone(found, f"{path.relative_to(ROOT)}: \"{found and found.group()}\" means nothing to readers")


class TheTestItself(unittest.TestCase):
    def test_it_finds_what_is_wrong(self):
        cited = CITATION.findall(joined('/// Damping (docs/manual/solvers.md, "No such\n/// heading").'))
        self.assertEqual(cited, [("solvers", "No such heading")])
        self.assertNotEqual(missing(ROOT / "docs" / "manual" / "solvers.md", "No such heading"), "")
        self.assertEqual(missing(ROOT / "docs" / "manual" / "solvers.md", "Rayleigh damping"), "")
        self.assertNotEqual(missing(ROOT / "docs" / "manual" / "nowhere.md", ""), "")
        self.assertIsNotNone(NUMBERED_SHEET.search(joined("/// as it stands there (sheet\n/// " + "12 §3)")))
        self.assertIsNone(NUMBERED_SHEET.search("the property sheet"))
        self.assertEqual(anchor("What is there?"), "what-is-there")


if __name__ == "__main__":
    unittest.main()
