# SPDX-License-Identifier: Apache-2.0
"""Colours and boxes."""
from Sofa import _core
from Sofa._data import ArrayLike, Data
from Sofa._object import _OfConstraints

_names = dict(white=(1, 1, 1), black=(0, 0, 0), red=(1, 0, 0), green=(0, 1, 0), blue=(0, 0, 1), cyan=(0, 1, 1), magenta=(1, 0, 1),
              yellow=(1, 1, 0), gray=(.5, .5, .5), darkgray=(.66, .66, .66), lightgray=(.83, .83, .83), orange=(1, .5, 0),
              purple=(.5, 0, .5), pink=(1, .75, .8), brown=(.65, .16, .16), lime=(0, 1, 0), teal=(0, .5, .5), navy=(0, 0, .5),
              olive=(.5, .5, 0), maroon=(.5, 0, 0), silver=(.75, .75, .75), gold=(1, .84, 0), azure=(0, .5, 1))


def _parse(text):
    if text.startswith("#"):
        digits = text[1:]
        if len(digits) in (3, 4):
            digits = "".join(2 * d for d in digits)
        values = [int(digits[i:i + 2], 16) / 255 for i in range(0, len(digits), 2)]
    elif text in _names:
        values = list(_names[text])
    else:
        values = [float(word) for word in text.split()]
    if len(values) not in (3, 4):
        raise ValueError("%r is no colour: write a name, #rrggbb or three or four numbers" % text)
    return (values + [1.0])[:4]


class RGBAColor:
    """Red, green, blue and opacity from 0 to 1."""
    __hash__ = None

    def __init__(self, *values):
        if len(values) == 1 and isinstance(values[0], str):
            values = _parse(values[0])
        elif len(values) == 1:
            values = list(values[0])
        elif not values:
            values = (1, 1, 1, 1)
        if len(values) != 4:
            raise TypeError("a colour has four values: red, green, blue, opacity")
        self._values = [float(v) for v in values]

    def r(self): return self._values[0]
    def g(self): return self._values[1]
    def b(self): return self._values[2]
    def a(self): return self._values[3]
    def lighten(self, f): return RGBAColor([v + (1 - v) * f for v in self._values[:3]] + [1])
    def __iter__(self): return iter(self._values)
    def __len__(self): return 4
    def __getitem__(self, i): return self._values[i]
    def __eq__(self, other): return isinstance(other, RGBAColor) and self._values == other._values
    def __ne__(self, other): return not self == other
    def __repr__(self): return "RGBAColor(%g, %g, %g, %g)" % tuple(self._values)


class BoundingBox(ArrayLike, Data):
    """The Data bbox: the least and the largest corner. BoundingBox(object.bbox) is that Data."""

    def __new__(cls, data=None):
        if data is not None and not isinstance(data, BoundingBox):
            raise TypeError("a Data bbox is expected, such as root.bbox, not %r" % (data,))
        return super().__new__(cls) if data is None else data

    def __init__(self, data=None):
        if data is None:
            raise TypeError("BoundingBox is the Data bbox of an object: BoundingBox(root.bbox)")

    def _isList(self): return True
    def getMin(self): return self.array()[0].tolist()
    def getMax(self): return self.array()[1].tolist()
    def getCenter(self): return (0.5 * (self.array()[0] + self.array()[1])).tolist()
    def setMin(self, corner): self[0] = corner
    def setMax(self, corner): self[1] = corner

    def __setattr__(self, name, value):
        Data.__setattr__(self, name, value)

    def __hash__(self): return id(self) >> 4
    def __eq__(self, other): return self is other


_core.set_class("BoundingBox", BoundingBox)
for _types in ("Vec1d", "Vec2d", "Vec3d", "Vec6d", "Rigid2d", "Rigid3d"):
    globals()["CompressedRowSparseMatrixConstraint" + _types] = _OfConstraints
