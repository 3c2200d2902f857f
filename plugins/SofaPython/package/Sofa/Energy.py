# SPDX-License-Identifier: Apache-2.0
"""Force fields written as an energy: docs/manual/python.md, "Forces from an energy"."""
import numpy

from Sofa._scripted import ForceFieldVec1d, ForceFieldVec2d, ForceFieldVec3d

_tiny = 1e-40                                       # of complex steps: nothing is subtracted, so nothing is cancelled
_apart = numpy.cbrt(numpy.finfo(float).eps)         # of central differences, where their two errors are alike


class _Energy:
    """Forces that are minus the derivative of energy(x), x being the points of all elements: an array (elements, nodes, size).

    energy(x) returns an array with an energy for each element. gradient(x), of the shape of x, may be given; without it the
    derivative is that of `derivative`: "complex", steps along the imaginary axis, which is exact to rounding if energy() is
    made of operations that numpy has for complex numbers and that are smooth (no abs, norm, maximum, comparison or
    conjugate); or "difference", central differences, good to some 10 digits. The stiffness is the derivative of the gradient:
    by complex steps where gradient() is given and takes them, else by central differences of the gradient, good to some
    9 digits (6 if that is a difference itself).

    With `positive` the stiffness of each element is made positive semi-definite: what implicit solvers need that cannot do
    with an indefinite matrix. Forces stay what they are.
    """
    derivative, positive, gradient = "complex", False, None

    def __init__(self, elements=None, *arguments, **keywords):
        for name in ("derivative", "positive", "energy", "gradient"):
            if name in keywords:
                setattr(self, name, keywords.pop(name))
        super().__init__(*arguments, **keywords)
        if self.derivative not in ("complex", "difference"):
            raise ValueError('derivative is "complex" or "difference", not %r' % (self.derivative,))
        self.elements = None
        if elements is not None:
            self.setElements(elements)

    def setElements(self, elements):
        """The numbers of the points of each element, an array (elements, nodes)."""
        elements = numpy.array(elements)
        if elements.ndim != 2 or elements.dtype.kind not in "iu":
            raise TypeError("elements are an array of integers with a row for each, not one of shape %s and type %s"
                            % (elements.shape, elements.dtype))
        self.elements = elements
        size = self._size
        self._unknowns = (elements[:, :, None] * size + numpy.arange(size)).reshape(len(elements), -1)
        n = self._unknowns.shape[1]
        self._rows = numpy.repeat(self._unknowns, n, axis=1).ravel()
        self._columns = numpy.tile(self._unknowns, (1, n)).ravel()

    def energy(self, x):
        raise NotImplementedError("%s needs energy(self, x)" % type(self).__name__)

    # -- of all elements
    def _points(self, x):
        if self.elements is None:
            raise ValueError("%s has no elements: give them to its constructor, or call setElements()" % self.getPathName())
        if len(self.elements) and self.elements.max() >= len(x):
            raise IndexError("%s has elements with the point %d; its state has %d points" % (
                self.getPathName(), self.elements.max(), len(x)))
        return x[self.elements]

    def _energies(self, x):
        energies = numpy.asarray(self.energy(x))
        if energies.shape != x.shape[:1]:
            raise ValueError("energy(x) of %s returns the shape %s; it has to be one number for each element, %s" % (
                type(self).__name__, energies.shape, x.shape[:1]))
        return energies

    def _steps(self, x):
        """For each entry of a row of unknowns: its place, and a step for each element."""
        for i in numpy.ndindex(x.shape[1:]):
            yield i, _apart * numpy.maximum(1.0, numpy.abs(x[(slice(None), *i)]))

    @staticmethod
    def _moved(x, i, step):
        moved = x.astype(numpy.result_type(x, step))
        moved[(slice(None), *i)] += step
        return moved

    def _gradients(self, x):
        if self.gradient is not None:
            gradients = numpy.asarray(self.gradient(x))
            if gradients.shape != x.shape:
                raise ValueError("gradient(x) of %s returns the shape %s, x has %s" % (type(self).__name__, gradients.shape, x.shape))
            return gradients
        result = numpy.empty(x.shape)
        for i, step in self._steps(x):
            if self.derivative == "complex":
                energies = self._energies(self._moved(x, i, 1j * _tiny))
                if not numpy.iscomplexobj(energies):
                    raise TypeError('energy(x) of %s loses the imaginary part of x: write it with operations that numpy has for '
                                    'complex numbers, or set derivative = "difference"' % type(self).__name__)
                result[(slice(None), *i)] = energies.imag / _tiny
            else:
                result[(slice(None), *i)] = (self._energies(self._moved(x, i, step)) - self._energies(self._moved(x, i, -step))) / (2 * step)
        return result

    def _takesComplex(self, x):
        """Whether the gradient that is given goes on with complex numbers."""
        if self.gradient is None or self.derivative != "complex":
            return False
        with numpy.errstate(all="ignore"):
            return numpy.iscomplexobj(numpy.asarray(self.gradient(x + 1j * _tiny)))

    def _hessians(self, x):
        n = int(numpy.prod(x.shape[1:]))
        result = numpy.empty((len(x), n, n))
        exact = self._takesComplex(x)
        for k, (i, step) in enumerate(self._steps(x)):
            if exact:
                column = numpy.asarray(self.gradient(self._moved(x, i, 1j * _tiny))).imag / _tiny
            else:
                ahead, behind = self._gradients(self._moved(x, i, step)), self._gradients(self._moved(x, i, -step))
                column = (ahead - behind) / (2 * step)[:, None, None]
            result[:, :, k] = column.reshape(len(x), n)
        result = 0.5 * (result + result.transpose(0, 2, 1))
        if self.positive:
            values, vectors = numpy.linalg.eigh(result)
            result = (vectors * numpy.maximum(values, 0)[:, None, :]) @ vectors.transpose(0, 2, 1)
        return result

    # -- what the framework calls
    def addForce(self, m, f, x, v):
        gradients = self._gradients(self._points(x.value))
        force = numpy.bincount(self._unknowns.ravel(), gradients.ravel(), minlength=f.size)
        with f.writeable() as forces:
            forces -= force.reshape(forces.shape)

    def linearise(self, m, x, v):
        self._at = self._points(x.value)

    def addKToMatrix(self, m, points, size):
        return numpy.column_stack([self._rows, self._columns, -m["kFactor"] * self._hessians(self._at).ravel()])

    def getPotentialEnergy(self, m, x):
        return float(self._energies(self._points(x.value)).sum())


def _class(base, size):
    name = "Energy" + base.__name__[len("ForceField"):]
    return type(name, (_Energy, base), {"__module__": "Sofa.Energy", "_size": size, "__doc__": _Energy.__doc__})


EnergyVec1d, EnergyVec2d, EnergyVec3d = (_class(base, size) for base, size in ((ForceFieldVec1d, 1), (ForceFieldVec2d, 2), (ForceFieldVec3d, 3)))
