"""Keys as KeypressedEvent names them."""


class _Keys:
    pass


_codes = {"leftarrow": 18, "uparrow": 19, "rightarrow": 20, "downarrow": 21, "space": ord(" "), "plus": ord("+"), "minus": ord("-")}
_codes.update({chr(c): c for c in range(ord("A"), ord("Z") + 1)})
_codes.update({"KP_%d" % d: ord(str(d)) for d in range(10)})

KeyCode = type("KeyCode", (_Keys,), dict(_codes))
Key = type("Key", (_Keys,), {name: chr(code) for name, code in _codes.items()})
