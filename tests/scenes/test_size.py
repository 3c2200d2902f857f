#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests that memory and time of a scene grow with its size, not with the square of it.

Usage: test_size.py PATH_OF_RUNSOFA [unittest options]

Four times the parts may take five times the memory and nine times the time of the processor, both beyond what a scene of one
part takes: a square would be sixteen. What takes longer is tried again, since others may be busy.
"""
import unittest

from large_scenes import KINDS, cost, write
from runsofa import RUNSOFA, RunSofa

# Parts of the smaller scene: so many that it takes some tenths of a second.
PARTS = {"bodies": 2000, "constraints": 1500, "indices": 1000000, "points": 200000,
         **dict.fromkeys(("regions", "meshes", "mapped", "springs", "mappings", "contacts", "shared", "includes"), 3000)}
USUAL = 8000
TRIES = 4


class Size(RunSofa):
    def costs(self, kind, n):
        write(self.folder / "scene.scn", kind, n)
        return cost(RUNSOFA, self.folder / "scene.scn")

    def growth(self, kind):
        """By how much time and memory grow, as the least of several runs tells."""
        n = PARTS.get(kind, USUAL)
        runs = []
        for _ in range(TRIES):
            runs.append([self.costs(kind, k) for k in (1, n, 4 * n)])
            one, few, many = ([min(values) for values in zip(*size)] for size in zip(*runs))
            seconds = (many[0] - one[0]) / max(few[0] - one[0], 0.02)
            memory = (many[1] - one[1]) / max(few[1] - one[1], 2)
            if seconds < 9 and memory < 5:
                break
        return seconds, memory, f"{few[0]:.2f} and {many[0]:.2f} s, {few[1]:.0f} and {many[1]:.0f} MB"

    def test_growth(self):
        for kind in KINDS:
            with self.subTest(kind=kind):
                seconds, memory, values = self.growth(kind)
                self.assertLess(memory, 5, values)
                self.assertLess(seconds, 9, values)

    def test_a_list_takes_a_few_times_its_text(self):
        for kind, n, times in (("indices", 10_000_000, 12), ("points", 1_000_000, 14)):
            with self.subTest(kind=kind):
                one, many = (self.costs(kind, k)[1] for k in (1, n))
                text = (self.folder / "scene.scn").stat().st_size / 2**20
                self.assertLess(many - one, times * text, f"MB, of {text:.0f} MB of text")


if __name__ == "__main__":
    unittest.main()
