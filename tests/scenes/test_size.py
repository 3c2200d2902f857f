#!/usr/bin/env python3
"""Tests that memory and time of a scene grow with its size, not with the square of it.

Usage: test_size.py PATH_OF_RUNSOFA [unittest options]

Four times the parts may take five times the memory and twelve times the time of the processor (the least of three runs),
both beyond what a scene of one part takes: a square would be sixteen.
"""
import unittest

from large_scenes import cost, write
from runsofa import RUNSOFA, RunSofa

# Parts of the smaller scene: so many that it takes a tenth of a second.
PARTS = {"bodies": 2000, "components": 2000, "chain": 2000, "nodes": 8000, "indices": 1000000}


class Size(RunSofa):
    def costs(self, kind, n):
        write(self.folder / "scene.scn", kind, n)
        runs = [cost(RUNSOFA, self.folder / "scene.scn") for _ in range(3)]
        return [min(values) for values in zip(*runs)]

    def test_growth(self):
        for kind, n in PARTS.items():
            with self.subTest(kind=kind):
                one, few, many = (self.costs(kind, k) for k in (1, n, 4 * n))
                seconds = (many[0] - one[0]) / max(few[0] - one[0], 0.02)
                memory = (many[1] - one[1]) / max(few[1] - one[1], 2)
                self.assertLess(memory, 5, f"{few[1]:.0f} and {many[1]:.0f} MB")
                if kind != "chain":  # names are looked up one after the other still: a square with a small factor
                    self.assertLess(seconds, 12, f"{few[0]:.2f} and {many[0]:.2f} s")

    def test_a_list_takes_a_few_times_its_text(self):
        one, many = (self.costs("indices", n)[1] for n in (1, 10_000_000))
        self.assertLess(many - one, 12 * 20, "MB, of 20 MB of text")


if __name__ == "__main__":
    unittest.main()
