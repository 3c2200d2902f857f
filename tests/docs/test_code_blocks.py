#!/usr/bin/env python3
"""The code blocks of the pages for authors are excerpts of sources that the build and the package test compile and run.

A block must be found, line by line, in one of those sources; its indentation may be less. Commands of a shell stand in the
comments at the top of the CMakeLists.txt that they are about. Usage: test_code_blocks.py
"""
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("components-in-cpp", "scenes-in-cpp", "from-sofa-plugins", "manual/elements",
         "manual/vectors")
SOURCES = ("examples/plugin", "examples/program", "tests/plugins/SofaStyle", "tests/FiniteElement",
           "plugins/SofaCUDA")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def lines(text):
    """Lines without indentation and comment signs of CMake, empty ones left out."""
    stripped = (re.sub(r"^#\s+", "", line.strip()) for line in text.splitlines())
    return [line for line in stripped if line]


def contains(source, block):
    return any(source[i:i + len(block)] == block for i in range(len(source) - len(block) + 1))


class CodeBlocks(unittest.TestCase):
    sources = [lines(path.read_text(encoding="utf8")) for folder in SOURCES for path in sorted((ROOT / folder).iterdir())
               if path.is_file()]

    def test_every_block_is_an_excerpt(self):
        for page in PAGES:
            blocks = BLOCK.findall((ROOT / "docs" / f"{page}.md").read_text(encoding="utf8"))
            self.assertGreater(len(blocks), 3, f"docs/{page}.md has no code")
            for language, block in blocks:
                with self.subTest(page=page, block=block):
                    self.assertIn(language, ("cpp", "cmake", "xml", "sh"))
                    self.assertTrue(any(contains(source, lines(block)) for source in self.sources),
                                    f"docs/{page}.md: this block is not an excerpt of a file in {', '.join(SOURCES)}")

    def test_a_changed_line_is_found(self):
        source = ["int a;", "int b;", "int c;"]
        self.assertTrue(contains(source, ["int b;", "int c;"]))
        self.assertFalse(contains(source, ["int b;", "int d;"]))


if __name__ == "__main__":
    unittest.main()
