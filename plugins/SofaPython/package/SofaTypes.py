# SPDX-License-Identifier: Apache-2.0
"""Small vectors, matrices and rotations."""
import math
import sys


def _numbers(values):
    return list(values[0]) if len(values) == 1 and not isinstance(values[0], (int, float)) else list(values)


class _Vec:
    __slots__ = ("_v",)
    __hash__ = None

    def __init__(self, *values):
        self._v = [self._scalar(0)] * self._size
        if values:
            self.set(*values)

    def set(self, *values):
        values = _numbers(values)
        if len(values) < self._size:
            raise IndexError("%s has %d entries, %d are given" % (type(self).__name__, self._size, len(values)))
        self._v = [self._scalar(v) for v in values[:self._size]]

    def _index(self, i):
        if not 0 <= i < self._size:
            raise IndexError("%s has no entry %d" % (type(self).__name__, i))
        return i

    def __getitem__(self, i): return self._v[i] if isinstance(i, slice) else self._v[self._index(i)]
    def __setitem__(self, i, value): self._v[self._index(i)] = self._scalar(value)
    def __len__(self): return self._size
    def __iter__(self): return iter(self._v)
    def __repr__(self): return "%s(%s)" % (type(self).__name__, ", ".join(map(repr, self._v)))
    def __str__(self): return " ".join(map(str, self._v))
    def __add__(self, o): return type(self)([a + b for a, b in zip(self, o)])
    def __sub__(self, o): return type(self)([a - b for a, b in zip(self, o)])
    def __neg__(self): return type(self)([-a for a in self])

    def __iadd__(self, o):
        self._v = [a + b for a, b in zip(self, o)]
        return self

    def __isub__(self, o):
        self._v = [a - b for a, b in zip(self, o)]
        return self

    def __mul__(self, o): return self.dot(o) if isinstance(o, _Vec) else type(self)([a * o for a in self])
    def __rmul__(self, o): return type(self)([a * o for a in self])
    def __truediv__(self, o): return type(self)([a / o for a in self])

    def __eq__(self, o):
        return isinstance(o, _Vec) and o._size == self._size and all(abs(a - b) <= 1e-6 for a, b in zip(self, o))

    def dot(self, o): return sum(a * b for a, b in zip(self, o))
    def sum(self): return sum(self._v)
    def norm2(self): return self.dot(self)
    def norm(self): return math.sqrt(self.norm2())
    def lNorm(self, l): return max(map(abs, self)) if l == 0 else sum(abs(a) ** l for a in self) ** (1 / l)
    def normalized(self): return self / self.norm()
    def fill(self, value): self._v = [self._scalar(value)] * self._size
    def clear(self): self.fill(0)

    def normalize(self):
        n = self.norm()
        if n > 1e-10:
            self._v = [a / n for a in self]
        return n > 1e-10


def _cross(self, o):
    a, b = self._v, list(o)
    if len(a) == 2:
        return a[0] * b[1] - a[1] * b[0]
    return type(self)([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def _entry(i):
    def write(self, value):
        self[i] = value
    return property(lambda self: self._v[i], write)


def _makeVec(size, scalar, suffix):
    members = {"_size": size, "_scalar": scalar, "__slots__": (), "__module__": "SofaTypes"}
    members.update({"xyzw"[i]: _entry(i) for i in range(min(size, 4))})
    members.update({"xyzw"[:n]: property(lambda self, n=n: tuple(self._v[:n])) for n in range(2, min(size, 4) + 1)})
    if size in (2, 3):
        members["cross"] = _cross
    return type("Vec%d%s" % (size, suffix), (_Vec,), members)


_here = sys.modules[__name__]
for _size in range(1, 13):
    for _suffix, _scalar in (("d", float), ("f", float), ("i", int)):
        setattr(_here, "Vec%d%s" % (_size, _suffix), _makeVec(_size, _scalar, _suffix))


class _Mat:
    __slots__ = ("_m",)
    __hash__ = None

    def __init__(self, *values):
        rows, columns = self._shape
        if not values:
            values = ([0.0] * (rows * columns),)
        flat = _numbers(values)
        if flat and not isinstance(flat[0], (int, float)):
            flat = [x for row in flat for x in row]
        if len(flat) < rows * columns:
            raise IndexError("%s has %d entries, %d are given" % (type(self).__name__, rows * columns, len(flat)))
        self._m = [[float(x) for x in flat[r * columns:(r + 1) * columns]] for r in range(rows)]

    def _vec(self, values): return getattr(_here, "Vec%dd" % len(values))(values)
    def _mat(self, rows): return getattr(_here, "Mat%dx%d" % (len(rows), len(rows[0])))(rows)
    def rows(self): return self._shape[0]
    def cols(self): return self._shape[1]
    def row(self, i): return self._vec(self._m[i])
    def col(self, j): return self._vec([row[j] for row in self._m])
    __getitem__ = row

    def __setitem__(self, i, row):
        self._m[i] = [float(x) for x in row]

    def __len__(self): return self._shape[0]
    def __iter__(self): return (self.row(i) for i in range(self._shape[0]))
    def transposed(self): return self._mat([list(c) for c in zip(*self._m)])
    def trace(self): return sum(self._m[i][i] for i in range(self._shape[0]))
    def isSymmetric(self): return self._shape[0] == self._shape[1] and self == self.transposed()
    def identity(self): self._m = type(self).Identity()._m

    @classmethod
    def Identity(cls):
        rows, columns = cls._shape
        return cls([[float(i == j) for j in range(columns)] for i in range(rows)])

    def inverted(self):
        import numpy
        return type(self)(numpy.linalg.inv(self._m).tolist())

    def _each(self, o, f): return type(self)([[f(a, b) for a, b in zip(x, y)] for x, y in zip(self._m, o._m)])
    def __add__(self, o): return self._each(o, lambda a, b: a + b)
    def __sub__(self, o): return self._each(o, lambda a, b: a - b)
    __iadd__, __isub__ = __add__, __sub__

    def __mul__(self, o):
        if isinstance(o, _Mat):
            columns = list(zip(*o._m))
            return self._mat([[sum(a * b for a, b in zip(r, c)) for c in columns] for r in self._m])
        if isinstance(o, _Vec):
            return self._vec([sum(a * b for a, b in zip(r, o)) for r in self._m])
        return type(self)([[a * o for a in r] for r in self._m])

    def __rmul__(self, o): return self * o if not isinstance(o, _Vec) else self.transposed() * o
    def __truediv__(self, o): return self * (1 / o)
    __imul__, __itruediv__ = __mul__, __truediv__

    def __eq__(self, o):
        return isinstance(o, _Mat) and o._shape == self._shape and all(
            abs(a - b) <= 1e-6 for x, y in zip(self._m, o._m) for a, b in zip(x, y))

    def __repr__(self): return "%s(%r)" % (type(self).__name__, self._m)


for _shape in ((1, 1), (2, 2), (3, 3), (3, 4), (4, 4)):
    _class = "Mat%dx%d" % _shape
    setattr(_here, _class, type(_class, (_Mat,), {"_shape": _shape, "__slots__": (), "__module__": "SofaTypes"}))


class Quat:
    """A rotation as x, y, z, w."""
    __slots__ = ("_q",)
    __hash__ = None

    def __init__(self, *values):
        if len(values) == 2 and isinstance(values[1], (int, float)):
            self._q = [0, 0, 0, 1]
            self.axisToQuat(*values)
        elif len(values) == 2:
            a, b = Vec3d(values[0]).normalized(), Vec3d(values[1]).normalized()
            self._q = [*a.cross(b), 1 + a.dot(b)]
            if self._q[3] < 1e-9:
                side = Vec3d(1, 0, 0) if abs(a[0]) < 0.9 else Vec3d(0, 1, 0)
                self._q = [*a.cross(side), 0.0]
            self.normalize()
        else:
            self.set(*(values or (0, 0, 0, 1)))

    def set(self, *values):
        self._q = [float(v) for v in _numbers(values)]
        if len(self._q) != 4:
            raise IndexError("a quaternion has four entries")

    def __getitem__(self, i): return self._q[i]
    def __setitem__(self, i, v): self._q[i] = float(v)
    def __len__(self): return 4
    def __iter__(self): return iter(self._q)
    def __repr__(self): return "Quat(%s)" % ", ".join(map(repr, self._q))
    def __eq__(self, o): return isinstance(o, Quat) and all(abs(a - b) <= 1e-6 for a, b in zip(self, o))
    def __ne__(self, o): return not self == o
    def __add__(self, o): return Quat([a + b for a, b in zip(self, o)])
    def __truediv__(self, s): return Quat([a / s for a in self])
    def identity(self): self._q = [0.0, 0.0, 0.0, 1.0]
    def clear(self): self._q = [0.0, 0.0, 0.0, 1.0]
    def norm(self): return math.sqrt(sum(a * a for a in self))
    def inverse(self): return Quat(-self._q[0], -self._q[1], -self._q[2], self._q[3])

    def normalize(self):
        n = self.norm()
        self._q = [a / n for a in self]

    def __mul__(self, o):
        if not isinstance(o, Quat):
            return Quat([a * o for a in self])
        (x, y, z, w), (a, b, c, d) = self._q, o._q
        return Quat(w * a + x * d + y * c - z * b, w * b - x * c + y * d + z * a, w * c + x * b - y * a + z * d,
                    w * d - x * a - y * b - z * c)

    def rotate(self, v):
        x, y, z = v
        r = self * Quat(x, y, z, 0) * self.inverse()
        return Vec3d(r[0], r[1], r[2])

    def inverseRotate(self, v): return self.inverse().rotate(v)

    def axisToQuat(self, axis, angle):
        a = Vec3d(axis).normalized() * math.sin(angle / 2)
        self._q = [*a, math.cos(angle / 2)]
        return self

    def toMatrix(self, m=None):
        columns = [self.rotate(Vec3d(*[float(i == j) for j in range(3)])) for i in range(3)]
        made = Mat3x3([[columns[c][r] for c in range(3)] for r in range(3)])
        if m is not None:
            m._m = made._m
        return made

    def fromMatrix(self, m):
        w = math.sqrt(max(0.0, 1 + m.trace())) / 2
        if w > 1e-6:
            self._q = [(m[2][1] - m[1][2]) / (4 * w), (m[0][2] - m[2][0]) / (4 * w), (m[1][0] - m[0][1]) / (4 * w), w]
        else:
            axis = [math.sqrt(max(0.0, (m[i][i] + 1) / 2)) for i in range(3)]
            i = axis.index(max(axis))
            self._q = [*[axis[i] if k == i else m[i][k] / (2 * axis[i]) for k in range(3)], 0.0]

    def toRotationVector(self):
        n = math.sqrt(sum(a * a for a in self._q[:3]))
        angle = 2 * math.atan2(n, self._q[3])
        return Vec3d(0, 0, 0) if n < 1e-12 else Vec3d([a * angle / n for a in self._q[:3]])

    def toEulerVector(self):
        x, y, z, w = self._q
        return Vec3d(math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
                     math.asin(max(-1.0, min(1.0, 2 * (w * y - z * x)))),
                     math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)))

    def slerp(self, a, b, t, allowFlip=True):
        c = sum(x * y for x, y in zip(a, b))
        sign = -1.0 if c < 0 and allowFlip else 1.0
        angle = math.acos(min(1.0, abs(c) if allowFlip else max(-1.0, c)))
        s = math.sin(angle)
        u, v = (1 - t, t) if s < 1e-9 else (math.sin((1 - t) * angle) / s, math.sin(t * angle) / s)
        self._q = [u * x + sign * v * y for x, y in zip(a, b)]
        return self

    def slerp2(self, b, t): return Quat().slerp(self, b, t)

    @staticmethod
    def createFromEuler(v, order="ZYX"):
        q = Quat()
        for axis in order:
            i = "XYZ".index(axis)
            q = q * Quat(Vec3d(*[float(i == j) for j in range(3)]), float(list(v)[i]))
        return q

    @staticmethod
    def createFromRotationVector(*values):
        """Of the vector, or of its three entries."""
        v = Vec3d(*values)
        angle = v.norm()
        return Quat() if angle < 1e-12 else Quat(v, angle)

    @staticmethod
    def createFromFrame(x, y, z):
        q = Quat()
        q.fromMatrix(Mat3x3([[a[i] for a in map(list, (x, y, z))] for i in range(3)]))
        return q


Vec3d, Mat3x3 = getattr(_here, "Vec3d"), getattr(_here, "Mat3x3")


class Transformd:
    """A rotation, then a translation: p -> orientation.rotate(p) + origin."""
    __hash__ = None

    def __init__(self, origin=(0, 0, 0), orientation=(0, 0, 0, 1)):
        if isinstance(origin, Transformd):
            origin, orientation = origin._origin, origin._orientation
        self._origin, self._orientation = Vec3d(list(origin)), Quat(*orientation)

    def getOrigin(self): return Vec3d(list(self._origin))
    def getOrientation(self): return Quat(*self._orientation)
    def setOrigin(self, origin): self._origin = Vec3d(list(origin))
    def setOrientation(self, orientation): self._orientation = Quat(*orientation)
    def set(self, origin, orientation): self.__init__(origin, orientation)
    def identity(self): self.__init__()
    def clear(self): self.__init__()
    def projectVector(self, v): return self._orientation.rotate(v)
    def projectPoint(self, p): return self.projectVector(p) + self._origin
    def backProjectVector(self, v): return self._orientation.inverseRotate(v)
    def backProjectPoint(self, p): return self.backProjectVector(Vec3d(list(p)) - self._origin)
    def inversed(self): return Transformd(-self.backProjectVector(self._origin), self._orientation.inverse())

    def __mul__(self, other):
        return Transformd(self.projectPoint(other._origin), self._orientation * other._orientation)

    def __eq__(self, other):
        return isinstance(other, Transformd) and self._origin == other._origin and self._orientation == other._orientation

    def __repr__(self): return "Transformd(%r, %r)" % (list(self._origin), list(self._orientation))
