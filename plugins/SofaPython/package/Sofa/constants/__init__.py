# SPDX-License-Identifier: Apache-2.0
"""Constants of the events that scripts get: Key has the keys as KeypressedEvent names them, KeyCode their codes."""
from Sofa.constants import Key, KeyCode

__all__ = ["Key", "KeyCode"]
