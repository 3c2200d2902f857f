# SPDX-License-Identifier: Apache-2.0
"""The code on the manual's page about Python runs, from top to bottom, and what its comments promise of errors is said."""
import contextlib
import io
import re
import unittest
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "manual" / "python.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMISE = re.compile(r"# \.\.\. (.*)$", re.MULTILINE)


class Manual(unittest.TestCase):
    def test_all_of_it_runs(self):
        text = PAGE.read_text(encoding="utf8")
        names = {"__name__": "manual"}
        blocks = list(BLOCK.finditer(text))
        self.assertGreater(len(blocks), 5)
        for block in blocks:
            line = text.count("\n", 0, block.start(1))
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile("\n" * line + block.group(1), str(PAGE), "exec"), names)
            for promise in PROMISE.findall(block.group(1)):
                self.assertIn(promise, printed.getvalue())


if __name__ == "__main__":
    unittest.main()
