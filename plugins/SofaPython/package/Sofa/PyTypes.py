# SPDX-License-Identifier: Apache-2.0
"""Arrays of numpy with the methods of colours and vectors."""
import numpy

from Sofa._data import Data


class RGBAColor(numpy.ndarray):
    def __new__(cls, value=(1, 1, 1, 1)):
        array = value.array() if isinstance(value, Data) else value if isinstance(value, numpy.ndarray) else numpy.array(value, dtype=float)
        if array.shape != (4,):
            raise ValueError("a colour has four values: red, green, blue, opacity")
        return array.view(cls)

    def r(self): return float(self[0])
    def g(self): return float(self[1])
    def b(self): return float(self[2])
    def a(self): return float(self[3])


class Vec3(numpy.ndarray):
    def __new__(cls, *values):
        if len(values) == 1:
            value = values[0]
            array = value.array() if isinstance(value, Data) else numpy.array(value, dtype=float)
        else:
            array = numpy.array(values if values else (0, 0, 0), dtype=float)
        if array.shape != (3,):
            raise AttributeError("a Vec3 has three values, not the shape %s" % (array.shape,))
        return array.view(cls)

    def __eq__(self, other): return bool(numpy.array_equal(self, other))
    def __ne__(self, other): return not self == other
    __hash__ = None
    def getNorm(self): return float(numpy.linalg.norm(self))
    def normalize(self): self /= self.getNorm()
    def translate(self, *v): self += v[0] if len(v) == 1 else v
    def scale(self, *v): self *= v[0] if len(v) == 1 else v
    def toString(self): return " ".join(map(str, self))
    @staticmethod
    def dot(a, b): return float(numpy.dot(a, b))
    @staticmethod
    def cross(a, b): return Vec3(numpy.cross(a, b))
