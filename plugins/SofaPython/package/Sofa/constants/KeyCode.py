# SPDX-License-Identifier: Apache-2.0
"""Codes of keys: those of characters, and those by which KeypressedEvent names keys that are none."""
leftarrow, uparrow, rightarrow, downarrow = 18, 19, 20, 21
space, plus, minus = ord(" "), ord("+"), ord("-")

globals().update({chr(code): code for code in range(ord("A"), ord("Z") + 1)})
globals().update({"KP_%d" % digit: ord(str(digit)) for digit in range(10)})
