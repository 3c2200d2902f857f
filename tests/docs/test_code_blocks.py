#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""C++ and CMake on the pages are excerpts of sources that the build and the package test compile and run, and so are all blocks on
the pages for authors of plugins.

A block must be found in one of those sources; spaces and ends of lines may differ. Commands of a shell on the pages for authors
stand in the comments at the top of the CMakeLists.txt that they are about. Usage: test_code_blocks.py
"""
import re
import unittest

from pages import ROOT, fenced, name_of, pages

# Pages all of whose blocks are excerpts.
PAGES = ("docs/components-in-cpp.md", "docs/scenes-in-cpp.md", "docs/from-sofa-plugins.md", "docs/manual/elements.md",
         "docs/manual/vectors.md")
SOURCES = ("examples/plugin", "examples/program", "tests/FiniteElement", "plugins/SofaCUDA",
           *sorted(name_of(folder) for folder in (ROOT / "tests" / "plugins").iterdir() if folder.is_dir()))


def squeezed(text):
    """Text without spaces, ends of lines and comment signs of CMake."""
    lines = (re.sub(r"^#\s+", "", line.strip()) for line in text.splitlines())
    return re.sub(r"\s+", "", "".join(lines))


class CodeBlocks(unittest.TestCase):
    sources = [squeezed(path.read_text(encoding="utf8")) for folder in SOURCES for path in sorted((ROOT / folder).iterdir())
               if path.is_file()]

    def is_excerpt(self, block):
        return any(squeezed(block) in source for source in self.sources)

    def test_every_block_is_an_excerpt(self):
        found = 0
        for page in pages():
            for block in fenced(page):
                if block.language in ("cpp", "cmake") or name_of(page) in PAGES:
                    found += 1
                    with self.subTest(block=str(block)):
                        self.assertIn(block.language, ("cpp", "cmake", "xml", "sh"))
                        self.assertTrue(self.is_excerpt(block.text),
                                        f"{block}: not an excerpt of a file in {', '.join(SOURCES)}:\n{block.text}")
        self.assertGreater(found, 40)

    def test_pages_for_authors_have_code(self):
        for name in PAGES:
            self.assertGreater(len(fenced(ROOT / name)), 3, name)

    def test_a_changed_line_is_found(self):
        self.assertIn(squeezed("int b;\nint c;"), squeezed("int a;\n  int b;\n  int c;"))
        self.assertNotIn(squeezed("int b;\nint d;"), squeezed("int a;\nint b;\nint c;"))


if __name__ == "__main__":
    unittest.main()
