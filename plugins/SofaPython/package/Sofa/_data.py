# SPDX-License-Identifier: Apache-2.0
"""Data of nodes and components, and vectors of states: what behaves like an array or a value."""
import html

import numpy

from Sofa import _core, _describe
from Sofa._common import public


def plain(value):
    return value.array() if isinstance(value, ArrayLike) else value


@public
class LinkPath:
    """Path of an object or Data that remembers what it leads to: assigned, it makes a link."""

    def __init__(self, target):
        self._target = target

    def target(self):
        return self._target

    def __str__(self):
        return self._target.getLinkPath()

    def __repr__(self):
        return 'LinkPath("%s")' % self





class PrefabLink(LinkPath):
    def __init__(self, target=None):
        LinkPath.__init__(self, target)


class _Writeable:
    """The block in which an array on a Data, or on a vector of a state, may be changed."""

    def __init__(self, source, function=None):
        self._source, self._function = source, function

    def __enter__(self):
        self._array = self._source._view(True)
        return self._function(self._array) if self._function else self._array

    def __exit__(self, *exception):
        _core.set_writeable(self._array, False)
        self._source._touch()
        return False


class ArrayLike:
    """What behaves like the array that it holds."""

    def writeableArray(self, function=None):
        return _Writeable(self, function)

    writeable = writeableArray

    @property
    def shape(self):
        return self.array().shape

    @property
    def ndim(self):
        return self.array().ndim

    @property
    def size(self):
        return self.array().size

    def __array__(self, dtype=None, copy=None):
        a = self.array()
        return a if dtype is None or a.dtype == dtype else a.astype(dtype)

    def __dlpack__(self, **options):
        """For libraries that read arrays by DLPack, without a copy. It knows no read-only arrays: change nothing there."""
        array = self.array()
        _core.set_writeable(array, True)
        return array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array().__dlpack_device__()

    def __len__(self):
        return len(self.array())

    def __iter__(self):
        return iter(self.array())

    def __getitem__(self, index):
        return self.array()[index]

    def __setitem__(self, index, value):
        with self.writeableArray() as a:
            a[index] = plain(value)

    def __iadd__(self, value):
        with self.writeableArray() as a:
            a += plain(value)
        return self

    def __isub__(self, value):
        with self.writeableArray() as a:
            a -= plain(value)
        return self

    def __imul__(self, value):
        with self.writeableArray() as a:
            a *= plain(value)
        return self

    def __itruediv__(self, value):
        with self.writeableArray() as a:
            a /= plain(value)
        return self

    def __add__(self, value): return self.array() + plain(value)
    def __radd__(self, value): return plain(value) + self.array()
    def __sub__(self, value): return self.array() - plain(value)
    def __rsub__(self, value): return plain(value) - self.array()
    def __mul__(self, value): return self.array() * plain(value)
    def __rmul__(self, value): return plain(value) * self.array()
    def __truediv__(self, value): return self.array() / plain(value)
    def __rtruediv__(self, value): return plain(value) / self.array()
    def __matmul__(self, value): return self.array() @ plain(value)
    def __rmatmul__(self, value): return plain(value) @ self.array()
    def __pow__(self, value): return self.array() ** plain(value)
    def __floordiv__(self, value): return self.array() // plain(value)
    def __mod__(self, value): return self.array() % plain(value)
    def __neg__(self): return -self.array()
    def __abs__(self): return abs(self.array())
    def __lt__(self, value): return self.array() < plain(value)
    def __le__(self, value): return self.array() <= plain(value)
    def __gt__(self, value): return self.array() > plain(value)
    def __ge__(self, value): return self.array() >= plain(value)

    def toList(self):
        values = self.array().tolist()
        if self.ndim > 1:
            return values
        return [[v] for v in values] if self._isList() else [values]

    def __repr__(self):
        return repr(self.array())


class StateVector(ArrayLike):
    """A vector of a state, as force fields and mappings written in Python get it."""

    def __init__(self, array, isWriteable):
        self._array, self._isWriteable = array, isWriteable

    @property
    def value(self):
        return self._array

    def array(self):
        return self._array

    def _isList(self):
        return True

    def _touch(self):
        pass

    def _view(self, writeable):
        if not self._isWriteable:
            raise ValueError("this vector is given to be read: write to the one that the method is to change")
        array = self._array.view()
        _core.set_writeable(array, True)
        return array


_core.set_class("StateVector", StateVector)


@public
class Data(_core.DataRef):
    """A named value of a node or component. `data.value` reads and writes it; `help(data)` tells what it is for."""

    def __getattr__(self, name):
        raise AttributeError("The Data %s has no attribute %r.%s" % (
            self.getPathName(), name, _core.similar(name, [n for n in dir(type(self)) if n[0] != "_"])))

    @property
    def linkpath(self):
        return LinkPath(self)

    def toList(self):
        return self.value

    def _repr_html_(self):
        return "<b>%s</b> <i>%s</i><br>%s<br><code>%s</code>" % tuple(
            html.escape(text) for text in (self.getPathName(), self.typeName(), self.getHelp(), _describe.short(self.getValueString())))

    def __repr__(self):
        return "<Data %s %s: %s>" % (self.getPathName(), self.typeName(), _describe.short(self.getValueString()))

    def __str__(self):
        return "%s (%s): %s = %s" % (self.getPathName(), self.typeName(), self.getHelp(), self.getValueString())

    def isPersistent(self):
        state = self.getOwner().__dict__.get("_persistent", {}).get(self.getName())
        return self.isSet() if state is None else state

    def setPersistent(self, persistent):
        owner = self.getOwner()
        if "_persistent" not in owner.__dict__:
            owner._persistent = {}
        owner._persistent[self.getName()] = bool(persistent)

    def __setattr__(self, name, value):  # of whatever name: scripts rely on it
        self.setValue(value)

    def __hash__(self):
        return id(self) >> 4

    def __eq__(self, other):
        return self is other


@public
class DataContainer(ArrayLike, Data):
    """Data made of numbers, seen as an array: data.value, data.array(), with data.writeable() as a: ..."""

    def _isList(self):
        return self.typeName().startswith("vector<")

    def __getitem__(self, index):
        """A row can be written to, as scripts do (d[0][1] = 2), but nobody learns of it: what depends on the Data stays as it is."""
        return self._view(True)[index]

    def apply(self, function):
        with self.writeableArray() as a:
            for i in range(a.shape[0]):
                for j in range(a.shape[1]):
                    a[i, j] = function(i, j, a[i, j])

    def __hash__(self):
        return id(self) >> 4

    def __eq__(self, other):
        if other is self:
            return True
        return numpy.asarray(self.array() == plain(other)) if other is not None else False

    def __str__(self):
        return Data.__str__(self)


@public
class DataString(Data):
    def __len__(self):
        return len(self.value)

    def __getitem__(self, index):
        return self.value[index]

    def __eq__(self, other):
        return self.value == other if isinstance(other, str) else self is other

    def __hash__(self):
        return id(self) >> 4

    def __repr__(self):
        return repr(self.value)

    def __str__(self):
        return self.value


@public
class DataVectorString(DataString):
    def __iter__(self):
        return iter(self.value)

    def __str__(self):
        return Data.__str__(self)


class DataDict:
    """The Data of an object by their names."""

    def __init__(self, owner):
        self._owner = owner

    def keys(self):
        return [d.getName() for d in self._owner.getDataFields()]

    def values(self):
        return self._owner.getDataFields()

    def items(self):
        return [(d.getName(), d) for d in self._owner.getDataFields()]

    def __len__(self):
        return len(self._owner.getDataFields())

    def __iter__(self):
        return iter(self.keys())

    def __contains__(self, name):
        return self._owner.getData(name) is not None

    def __getitem__(self, key):
        if isinstance(key, int):
            return self._owner.getDataFields()[key]
        data = self._owner.getData(key)
        if data is None:
            raise ValueError("%s has no Data %r.%s" % (self._owner.getPathName(), key, _core.similar(key, self.keys())))
        return data
