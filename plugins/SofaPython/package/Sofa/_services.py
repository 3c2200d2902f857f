# SPDX-License-Identifier: Apache-2.0
"""Exporters, cameras, contacts: methods beside their Data."""
from Sofa import _core
from Sofa._common import public
from Sofa._object import Object, _placed


@public
class Exporter(Object):
    def write(self):
        """Writes the file now; False, after an error message, if that is impossible."""
        return _core.write_file(_placed(self))


@public
class ContactListener(Object):
    """What the last detection found on its models. Model 0 is the first that it links to, 1 the partner."""

    def getNumberOfContacts(self):
        return len(_core.contacts_of(self))

    def getDistances(self):
        """Of each contact, less the contact distance."""
        return [distance for *_, distance in _core.contacts_of(self)]

    def getContactPoints(self):
        """(0, point on the first model, 1, point on its partner) of each contact."""
        return [(0, p, 1, q) for _, p, _, q, _ in _core.contacts_of(self)]

    def getContactElements(self):
        """(0, element of the first model, 1, element of its partner) of each contact."""
        return [(0, a, 1, b) for a, _, b, _, _ in _core.contacts_of(self)]

    def getContactData(self):
        contacts = _core.contacts_of(self)
        columns = list(zip(*contacts)) if contacts else [()] * 5
        return {"numberOfContacts": len(contacts), "collisionElementsModel1": list(columns[0]),
                "collisionPointsModel1": list(columns[1]), "collisionElementsModel2": list(columns[2]),
                "collisionPointsModel2": list(columns[3])}


def _columnMajor(matrix):
    return [matrix[4 * r + c] for c in range(4) for r in range(4)]


def _vec(values):
    import SofaTypes
    return SofaTypes.Vec3d(list(values))


def _quat(values):
    import SofaTypes
    return SofaTypes.Quat(*values)


@public
class Camera(Object):
    """Points are lists or vectors of three numbers, rotations x y z w; the camera looks along its -z axis."""

    def getProjectionMatrix(self): return _core.camera_matrices(self)[0]
    def getModelViewMatrix(self): return _core.camera_matrices(self)[1]
    def getOpenGLProjectionMatrix(self): return _columnMajor(self.getProjectionMatrix())
    def getOpenGLModelViewMatrix(self): return _columnMajor(self.getModelViewMatrix())

    def rotate(self, rotation):
        """Turns the camera where it is."""
        _core.camera_turn(self, list(rotation), self.position.value.tolist())

    def rotateCameraAroundPoint(self, rotation, point):
        _core.camera_turn(self, list(rotation), list(point))

    def rotateWorldAroundPoint(self, rotation, point, orientation):
        """As if the world turned and the camera stood: the rotation is given in the axes of a camera so oriented."""
        x, y, z, w = rotation
        axis = _core.rotate(list(orientation), [-x, -y, -z])
        _core.camera_turn(self, [*axis, w], list(point))

    def getOrientationFromLookAt(self, position, lookAt):
        return _quat(_core.camera_orientation_towards(self, list(position), list(lookAt)))

    def getLookAtFromOrientation(self, position, distance, orientation):
        return _vec(p + d for p, d in zip(position, _core.rotate(list(orientation), [0, 0, -distance])))

    def getPositionFromOrientation(self, lookAt, distance, orientation):
        return _vec(p + d for p, d in zip(lookAt, _core.rotate(list(orientation), [0, 0, distance])))

    @staticmethod
    def Perspective(): return 0

    @staticmethod
    def Orthographic(): return 1

    def setCameraType(self, kind):
        self.getData("projectionType").value = ("Perspective", "Orthographic")[kind]

    def setDefaultView(self, gravity=(0, -9.81, 0)):
        _core.camera_default_view(self, list(gravity))

    def worldToScreenPoint(self, point):
        """Pixel (x, y) from the top left corner, and the distance along the line of sight."""
        return _vec(_core.camera_project(self, list(point)))

    def screenToWorldPoint(self, point):
        """The inverse of worldToScreenPoint()."""
        return _vec(_core.camera_unproject(self, list(point)))
