# SPDX-License-Identifier: Apache-2.0
"""What nodes and components share, and what contracts add to components."""
from Sofa import _core, _describe
from Sofa._common import public
from Sofa._data import Data, DataDict, LinkPath
from Sofa._link import Slot, ofComponents


class _Kind(type(_core.Handle)):
    """Says in a script's words what is wrong with a class that derives from one of the package."""

    def __call__(cls, *arguments, **keywords):
        try:
            return super().__call__(*arguments, **keywords)
        except TypeError as problem:
            if "must be called when overriding __init__" not in str(problem):
                raise
            base = next(b for b in cls.__mro__ if b.__module__.startswith("Sofa"))
            where = "%s.%s" % (base.__module__.split("._")[0], base.__name__) if "._" not in base.__module__ else "Sofa.Core." + base.__name__
            raise TypeError("%s.__init__() must be called when overriding __init__: begin %s.__init__() with it, as "
                            "super().__init__(*args, **kwargs)" % (where, cls.__name__)) from None


@public
class Base(_core.Handle, metaclass=_Kind):
    """A node or component. Its Data, links and, of nodes, members are attributes."""

    @property
    def linkpath(self):
        return LinkPath(self)

    @property
    def __data__(self):
        return DataDict(self)

    def __dir__(self):
        return sorted(set(object.__dir__(self)) | set(n for n in self._members() if n.isidentifier()))

    def __repr__(self):
        return "<%s>" % _describe.title(self)

    def __hash__(self):
        return id(self) >> 4

    def __eq__(self, other):
        return self is other

    def getAsACreateObjectParameter(self):
        return self.getLinkPath()

    def getClass(self):
        """What the factory knows of the class; None of nodes and of classes written in Python."""
        from Sofa.Core import ObjectFactory
        return ObjectFactory.getComponent(self.getClassName())

    def setInstanciationSourceFileName(self, name): self._setLocation(name, self.getInstanciationSourceFilePos())
    def setInstanciationSourceFilePos(self, line): self._setLocation(self.getInstanciationFileName(), line)
    def getInstanciationSourceFileName(self): return self.getInstanciationFileName()
    def getDefinitionSourceFileName(self): return self.__dict__.get("_definition", ("", 0))[0]
    def getDefinitionSourceFilePos(self): return self.__dict__.get("_definition", ("", 0))[1]

    def setDefinitionSourceFileName(self, name):
        object.__setattr__(self, "_definition", (name, self.getDefinitionSourceFilePos()))

    def setDefinitionSourceFilePos(self, line):
        object.__setattr__(self, "_definition", (self.getDefinitionSourceFileName(), line))

    def addData(self, name, value=None, default=None, help="", group="", type=""):
        if isinstance(name, Data):
            name, value = name.getName(), name
        if type in ("Link", "PrefabLink"):
            return self.addLink(name, default if value is None else value, help)
        return self._addData(name, value, default, help, group, type)

    def setDataValues(self, **values):
        for name, value in values.items():
            if not self._setField(name, value):
                raise AttributeError("%s has no Data %r.%s" % (self.getPathName(), name, _core.similar(name, self._members())))

    def getLoggedMessagesAsString(self):
        return _core.logged_messages(self)

    def countLoggedMessages(self):
        return _core.count_logged_messages(self)

    def clearLoggedMessages(self):
        _core.clear_logged_messages(self)

    def _takeArguments(self, arguments, keywords):
        """Name and Data of an object made in Python; keywords that name neither are the object's own affair."""
        if arguments and isinstance(arguments[0], str):
            keywords = dict(keywords, name=arguments[0])
        for name, value in keywords.items():
            if self.getData(name) is None and self.findLink(name) is None:
                continue
            if name == "name":
                self._checkName(value)
            if isinstance(value, str) and value.startswith("@"):
                self._waitFor(name, value)
            elif isinstance(value, (str, list, tuple)) and self.getData(name) is not None and isinstance(value, str):
                self._setText(name, value)
            else:
                self._giveField(name, value)


def _placed(component):
    """The component itself; an exception if it is in no node, where it would look for others."""
    if _core.context_of(component) is None:
        raise RuntimeError("%s (%s) is in no node: add it to one first, and keep a variable of its scene" % (
            component.getName() or "the component", component.getClassName()))
    return component


@public
class Object(Base):
    """A component."""

    def _repr_html_(self): return _describe.componentHtml(self)
    def _ipython_key_completions_(self): return [d.getName() for d in self.getDataFields()]

    def __getitem__(self, path):
        name = path.lstrip(".")
        if not name:
            return self
        data = self.getData(name)
        if data is None:
            raise ValueError("%s has no Data %r.%s" % (self.getPathName(), path, _core.similar(name, self._members())))
        return data

    def init(self): _core.init_object(_placed(self))
    def bwdInit(self): _core.bwd_init(_placed(self))
    def reinit(self): _core.reinit(_placed(self))
    def reset(self): _core.reset_object(_placed(self))
    def storeResetState(self): _core.store_reset_state(_placed(self))
    def cleanup(self): _core.cleanup(_placed(self))
    def computeBBox(self): _core.compute_bbox(_placed(self))
    def getContext(self): return _core.context_of(self)
    def getCategories(self): return _core.categories_of(self)
    def getSlaves(self): return list(self.__dict__.get("_slaves", ()))
    def getMaster(self): return self.__dict__.get("_master")

    def addSlave(self, slave):
        object.__setattr__(self, "_slaves", self.getSlaves() + [slave])
        object.__setattr__(slave, "_master", self)

    def setSrc(self, text, loader):
        """Has every Data that the loader has too follow it, except those that the text of the attribute src names."""
        left = {word.strip("-@ ") for word in text.split()} | {"name", "filename"}
        for data in loader.getDataFields():
            mine = self.getData(data.getName())
            if mine is not None and mine.getName() not in left and mine.typeName() == data.typeName():
                mine.setParent(data)

    def getLinks(self):
        return [Slot(self, name) for name in ofComponents] + _core.Handle.getLinks(self)

    def findLink(self, name):
        found = _core.Handle.findLink(self, name)
        return Slot(self, name) if found is None and name in ofComponents else found

    # Scripts ask for Data all the time: these are found without a __getattr__ written in Python.
    context = property(lambda self: Slot(self, "context"))
    slaves = property(lambda self: Slot(self, "slaves"))
    master = property(lambda self: Slot(self, "master"))


def _matrix(parts, entries=None):
    """Of (block values, columns, row starts, rows, columns); an empty one for None. `entries` of a block, all by default."""
    import numpy
    import scipy.sparse
    if parts is None:
        return scipy.sparse.csr_matrix((0, 0))
    values, columns, starts, rows, width = parts
    if len(starts) == 0:
        return scipy.sparse.csr_matrix((rows, width))
    if entries is None:
        return scipy.sparse.bsr_matrix((values, columns, starts), shape=(rows, width)).tocsr()
    size, block_rows = values.shape[1], numpy.repeat(numpy.arange(len(starts) - 1), numpy.diff(starts))
    r, c = numpy.nonzero(entries)
    places = ((block_rows[:, None] * size + r).ravel(), (columns[:, None] * size + c).ravel())
    return scipy.sparse.csr_matrix((values[:, r, c].ravel(), places), shape=(rows, width))


def _triplets(matrix):
    import scipy.sparse
    m = scipy.sparse.coo_matrix(matrix)
    return m.row.astype("int32"), m.col.astype("int32"), m.data.astype("float64")


@public
class BaseForceField(Object):
    def assembleKMatrix(self):
        """df/dx as a scipy.sparse.csr_matrix."""
        return _matrix(_core.stiffness_matrix(_placed(self)))


@public
class BaseMass(BaseForceField):
    def assembleMMatrix(self):
        """The mass as a scipy.sparse.csr_matrix, without entries that couple directions and are zero in every block."""
        import numpy
        parts = _core.mass_matrix(_placed(self))
        if parts is None:
            return _matrix(None)
        return _matrix(parts, parts[0].any(axis=0) | numpy.eye(parts[0].shape[1], dtype=bool))


@public
class LinearSystem(Object):
    def A(self):
        """The matrix assembled last as a scipy.sparse.csr_matrix."""
        parts = _core.system_matrix(self)
        if parts is None:
            raise AttributeError("%s has no assembled matrix" % self.getPathName())
        return _matrix(parts)

    def b(self):
        """The right-hand side of the last solve with an assembled matrix, a copy."""
        return self._vectors()[0]

    def x(self):
        """The solution of the last solve with an assembled matrix, a copy."""
        return self._vectors()[1]

    def _vectors(self):
        vectors = _core.system_vectors(self)
        if vectors is None:
            raise AttributeError("%s solved no assembled system" % self.getPathName())
        return vectors

    get_system_matrix, get_rhs_vector, get_solution_vector = A, b, x


@public
class LinearSolver(LinearSystem):
    pass


@public
class ConstraintSolver(Object):
    """Copies of what was solved last: W lambda + dfree are the violations after the correction."""

    def W(self):
        """The compliance felt by the constraints, a square array."""
        return _core.compliance(self)

    def lambda_force(self):
        """The multipliers, one a row."""
        return _core.multipliers(self)

    def dfree(self):
        """The violations at the free motion, one a row."""
        return _core.free_violations(self)


@public
class BaseMapping(Object):
    def getJs(self):
        """A list of scipy.sparse.csr_matrix: J of each output with respect to each input, inputs running fastest."""
        return [_matrix(parts) for parts in _core.jacobians(_placed(self))]


@public
class BaseMeshTopology(Object):
    def getLocalEdgesInTetrahedron(self, i):
        """The ends of one of the six edges, as numbers of the corners of a tetrahedron."""
        return [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]][i]

    def getRegularGrid(self):
        """The RegularGridTopology in which the cells of a sparse grid lie. It is in no node of the scene."""
        counts, low, high = shape = _core.lattice_of(self)
        known = self.__dict__.get("_regularGrid")
        if known is None or known[0] != shape:
            from Sofa._node import Node
            node = Node("regularGrid")
            node.addObject("RegularGridTopology", name="regularGrid", n=counts, min=low, max=high).init()
            known = shape, node
            object.__setattr__(self, "_regularGrid", known)
        return known[1].objects[0]

    def getNodeIndicesOfCube(self, i):
        """The points of a cell of a grid."""
        return self.getHexahedron(i)

    def getBoundaryNodes(self):
        """Points of a grid that belong to fewer than seven cells."""
        return [i for i in range(self.getNbPoints()) if len(self.getHexahedraAroundVertex(i)) < 7]


_core.define_topology(BaseMeshTopology)
Topology = BaseMeshTopology


class _OfConstraints:
    """Stands for a Data that is known once constraints were solved: computed when it is read."""

    def __init__(self, owner, name, help, compute):
        self._owner, self._name, self._help, self._compute = owner, name, help, compute

    def getName(self): return self._name
    def getHelp(self): return self._help
    def getOwner(self): return self._owner
    def getPathName(self): return self._owner.getPathName() + "." + self._name
    def isReadOnly(self): return True

    @property
    def value(self):
        return self._compute(self._owner)

    def toList(self):
        value = self.value
        return (value.toarray() if hasattr(value, "toarray") else value).tolist()

    def __repr__(self):
        return repr(self.value)


def _constraintRows(state):
    import scipy.sparse
    parts, columns = _core.constraints_of(state), state.velocity.size
    if parts is None:
        return scipy.sparse.csr_matrix((0, columns))
    rows, places, values, count, _ = parts
    return scipy.sparse.csr_matrix((values, (rows, places)), shape=(count, columns))


def _constraintForces(state):
    parts = _core.constraints_of(state)
    force = _constraintRows(state).T @ parts[4] if parts else 0 * state.velocity.value
    return force.reshape(state.velocity.shape)


@public
class BaseMechanicalState(Object):
    @property
    def constraint(self):
        """.value: the directions of the constraints solved last, a scipy.sparse.csr_matrix with a row for each."""
        return _OfConstraints(self, "constraint", "directions of constraints: a row for each, a column for each unknown",
                              _constraintRows)

    def getData(self, name):
        if name == "constraint":
            return self.constraint
        if name == "lambda":
            return _OfConstraints(self, name, "what the multipliers of constraints do to each point", _constraintForces)
        return Object.getData(self, name)

    findData = getData


@public
class PointSetTopologyModifier(Object):
    """Changes a mesh, and with it the states and Data that follow it."""

    def addPoints(self, count, addDOF=True):
        """Adds points at the origin; addDOF: to states too."""
        _core.add_points(_placed(self), count, addDOF)

    def removePoints(self, indices, removeDOF=True):
        _core.remove_points(_placed(self), list(indices), removeDOF)
