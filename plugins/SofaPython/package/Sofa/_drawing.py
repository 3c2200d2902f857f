# SPDX-License-Identifier: Apache-2.0
"""What draw(self, visualParams) of a component written in Python draws with."""
import numpy

from Sofa._data import Data


def _colour(colour):
    values = [float(c) for c in colour]
    return (values + [1.0])[:4]


def _array(values):
    return numpy.asarray(values.array() if isinstance(values, Data) else values, dtype=float)


def _points(values):
    """Rows of x y z; of frames and of points in a plane what they have of these."""
    points = numpy.atleast_2d(_array(values))
    if points.size == 0:
        return numpy.zeros((0, 3))
    if points.shape[1] == 2:
        points = numpy.column_stack([points, numpy.zeros(len(points))])
    return points[:, :3]


def _corners(arguments):
    """Points in the order of the elements, and the colour, of (points, colour) or (points, elements, colour)."""
    points = _points(arguments[0])
    if len(arguments) == 3:
        points = points[_array(arguments[1]).astype(int).ravel()]
    return points, _colour(arguments[-1])


class DrawTool:
    """Draws in the coordinates of the scene. It is good as long as draw() runs."""

    def __init__(self, canvas):
        self._canvas = canvas

    def drawPoints(self, points, size, color): self._canvas.points(_points(points), size, _colour(color))

    def drawLines(self, points, width, color):
        """The line from the first to the second point, from the third to the fourth and so on."""
        self._canvas.lines(_points(points), width, _colour(color))

    def drawTriangles(self, *arguments):
        """(corners, color), or (points, triangles, color)."""
        self._canvas.triangles(*_corners(arguments))

    def drawQuads(self, *arguments):
        """(corners, color), or (points, quads, color)."""
        self._canvas.quads(*_corners(arguments))

    def drawSpheres(self, points, radii, color):
        """One radius for all, or one for each point."""
        self._canvas.spheres(_points(points), numpy.atleast_1d(_array(radii)), _colour(color))

    def drawDisk(self, radius, origin, to, resolution, color):
        """A disk around `origin` that faces `to`."""
        x, y = _across(_points(to)[0] - _points(origin)[0])
        rim = _points(origin)[0] + radius * _circle(resolution, x, y)
        corners = numpy.stack([numpy.broadcast_to(_points(origin)[0], rim[1:].shape), rim[:-1], rim[1:]], axis=1)
        self._canvas.triangles(corners.reshape(-1, 3), _colour(color))

    def drawCircle(self, radius, thickness, resolution, color):
        """A circle in the plane z = 0 around the origin."""
        circle = radius * _circle(resolution, numpy.array([1.0, 0, 0]), numpy.array([0, 1.0, 0]))
        self._canvas.polyline(circle, thickness, _colour(color))

    def drawBoundingBox(self, low, high, width): self._canvas.box(list(_array(low)[:3]), list(_array(high)[:3]), width)

    def drawFrames(self, *arguments):
        """(points, quaternions, sizes), or (rigid positions, sizes); the first of the sizes is the length of the axes."""
        rows = _array(arguments[0])
        turns = _array(arguments[1]) if len(arguments) == 3 else rows[:, 3:]
        self._canvas.frames(_points(rows), turns, float(numpy.atleast_1d(_array(arguments[-1]))[0]))

    def drawText(self, point, size, text, color): self._canvas.text(list(_points(point)[0]), size, text, _colour(color))

    def drawOverlayText(self, point, fontSize, text, color):
        """At a place of the view, in pixels from its top left corner."""
        self._canvas.label(float(point[0]), float(point[1]), fontSize, text, _colour(color))

    def enableLighting(self): self._canvas.isLit = True
    def disableLighting(self): self._canvas.isLit = False


def _across(normal):
    """Two unit vectors that span the plane with that normal."""
    normal = normal / (numpy.linalg.norm(normal) or 1.0)
    x = numpy.cross(normal, numpy.eye(3)[numpy.abs(normal).argmin()])
    x /= numpy.linalg.norm(x) or 1.0
    return x, numpy.cross(normal, x)


def _circle(resolution, x, y):
    angles = numpy.linspace(0, 2 * numpy.pi, max(int(resolution), 3) + 1)
    return numpy.cos(angles)[:, None] * x + numpy.sin(angles)[:, None] * y


class VisualParams:
    def __init__(self, canvas):
        self._canvas = canvas

    def getDrawTool(self):
        return DrawTool(self._canvas)

    def shows(self, what):
        """Whether the view shows a kind of things, such as "ForceFields" or "Wireframe"."""
        return self._canvas.shows(what)


for _class in (DrawTool, VisualParams):
    _class.__module__ = "Sofa.Core"
