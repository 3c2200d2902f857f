# SPDX-License-Identifier: Apache-2.0
"""The pages that people read, and the blocks of code on them."""
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCED = re.compile(r"^```([\w-]*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?:\A|\n\n)((?:    [^\n]*\n)+)")
SPAN = re.compile(r"`([^`\n]+)`")


def pages():
    """Every page, the front page first."""
    beside = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    return beside + sorted((ROOT / "docs").rglob("*.md"))


def name_of(page):
    return page.relative_to(ROOT).as_posix()


class Block:
    def __init__(self, page, line, language, text):
        self.page, self.line, self.language, self.text = page, line, language, text

    def __str__(self):
        return f"{name_of(self.page)}:{self.line}"


def fenced(page):
    """The blocks between fences, in order."""
    text = page.read_text(encoding="utf8")
    return [Block(page, text.count("\n", 0, m.start()) + 2, m[1], m[2]) for m in FENCED.finditer(text)]


def without_fenced(page):
    """The page with empty lines instead of fenced blocks, so that lines keep their numbers."""
    return FENCED.sub(lambda m: "\n" * m[0].count("\n"), page.read_text(encoding="utf8"))


def indented(page):
    """Blocks that are code by indentation alone: formulas."""
    text = without_fenced(page)
    return [Block(page, text.count("\n", 0, m.start(1)) + 1, "", m[1]) for m in INDENTED.finditer(text)]


def spans(page):
    """Code in the middle of sentences."""
    text = without_fenced(page)
    return [Block(page, text.count("\n", 0, m.start()) + 1, "", m[1]) for m in SPAN.finditer(text)]
