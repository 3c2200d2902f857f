// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <pybind11/stl.h>

#include "Messages.h"
#include "SceneWork.h"
#include "Sofa/Component/Topology/SparseGridTopology.h"
#include "Sofa/Component/Topology/TopologyModifier.h"
#include "Sofa/Core/Contract/MeshTopology.h"

/// What scripts ask of a mesh.
namespace sofa::python {
namespace {

using core::BaseMeshTopology;
using core::MeshAdjacency;

const BaseMeshTopology& meshOf(py::handle self) {
  if (const auto* mesh = dynamic_cast<const BaseMeshTopology*>(&baseOf(self))) return *mesh;
  throw py::type_error("a topology is expected");
}

template <class Elements>
py::list rowOf(const Elements& elements, std::size_t i, const char* what) {
  if (i >= elements.size())
    throw py::index_error(fmt::format("{}: there is no number {} among {}", what, i, elements.size()));
  py::list row;
  for (const auto index : elements[i]) row.append(static_cast<std::int32_t>(index));
  return row;
}

template <auto List>
void defineElements(const py::object& type, const char* one, std::initializer_list<const char*> many) {
  const auto define = [&](const std::string& name, auto function) {
    type.attr(name.c_str()) = py::cpp_function(function, py::name(name.c_str()), py::is_method(type));
  };
  for (const char* name : many)
    define(std::string("getNb") + name, [](py::handle self) { return (meshOf(self).*List)().size(); });
  define(std::string("get") + one,
         [](py::handle self, std::size_t i) { return rowOf((meshOf(self).*List)(), i, "elements"); });
}

template <auto Relation>
void defineRelation(const py::object& type, const char* name) {
  type.attr(name) = py::cpp_function(
      [](py::handle self, std::size_t i) { return rowOf((meshOf(self).adjacency().*Relation)(), i, "neighbours"); },
      py::name(name), py::is_method(type));
}

/// Points that share an edge with one.
py::list verticesAround(py::handle self, std::size_t i) {
  const auto& mesh = meshOf(self);
  const auto& around = mesh.adjacency().edgesAroundVertex();
  if (i >= mesh.nbPoints()) throw py::index_error(fmt::format("there is no point {} among {}", i, mesh.nbPoints()));
  py::list vertices;
  for (const auto edge : around[i]) {
    const auto& ends = mesh.edges()[edge];
    vertices.append(static_cast<std::int32_t>(ends[0] == i ? ends[1] : ends[0]));
  }
  return vertices;
}

py::list pointOf(py::handle self, std::size_t i) {
  const auto& mesh = meshOf(self);
  if (i >= mesh.nbPoints()) throw py::index_error(fmt::format("there is no point {} among {}", i, mesh.nbPoints()));
  const auto p = mesh.position(i);
  py::list list;
  for (int k = 0; k < 3; ++k) list.append(p[k]);
  return list;
}

// --- Grids -----------------------------------------------------------------------------------------------------------

using component::topology::SparseGridTopology;
using geometry::RegularGrid;

/// Of a sparse grid; null for other topologies.
const geometry::GridCells* cellsOf(py::handle self) {
  const auto* sparse = dynamic_cast<const SparseGridTopology*>(&baseOf(self));
  if (!sparse) return nullptr;
  const auto* cells = sparse->grid();
  deliverMessages();
  if (!cells) throw std::runtime_error(baseOf(self).path() + " has no cells: its messages say why");
  return cells;
}

const geometry::GridCells& sparseCellsOf(py::handle self, const char* method) {
  if (const auto* cells = cellsOf(self)) return *cells;
  throw py::attribute_error(fmt::format("{}: {} is no sparse grid", method, baseOf(self).path()));
}

int cellNumber(const RegularGrid& grid, const std::array<int, 3>& cell) {
  return cell[0] + (grid.n[0] - 1) * (cell[1] + (grid.n[1] - 1) * cell[2]);
}

/// Number of the cell that holds a point, -1 if none does, and where in the cell it lies.
py::tuple findCube(py::handle self, const std::array<double, 3>& p) {
  const type::Vec3 point(p[0], p[1], p[2]);
  int cell = -1;
  type::Vec3 fractions;
  if (const auto* cells = cellsOf(self)) {
    const auto at = cells->locate(point);
    cell = static_cast<int>(at.cell);
    fractions = at.fractions;
  } else {
    const auto* grid = meshOf(self).regularGrid();
    if (!grid || !grid->hasCells()) throw py::attribute_error("findCube: the topology is no grid with cells");
    const auto at = grid->locate(point);
    cell = cellNumber(*grid, at.cell);
    fractions = at.fractions;
  }
  const bool within = fractions.minCoeff() >= 0 && fractions.maxCoeff() <= 1;
  return py::make_tuple(within ? cell : -1, fractions[0], fractions[1], fractions[2]);
}

/// Points along each axis, lowest and highest corner of the regular grid in which the cells of a sparse one lie.
py::tuple latticeOf(py::handle self) {
  const auto& lattice = sparseCellsOf(self, "getRegularGrid").lattice();
  const auto corner = [&](int x, int y, int z) {
    const auto p = lattice.point(x, y, z);
    return std::array<double, 3>{p[0], p[1], p[2]};
  };
  return py::make_tuple(lattice.n, corner(0, 0, 0), corner(lattice.n[0] - 1, lattice.n[1] - 1, lattice.n[2] - 1));
}

std::size_t regularCell(py::handle self, std::size_t i) {
  const auto& cells = sparseCellsOf(self, "getRegularGridCubeIndex");
  if (i >= cells.places.size())
    throw py::index_error(fmt::format("there is no cell {} among {}", i, cells.places.size()));
  return static_cast<std::size_t>(cellNumber(cells.lattice(), cells.places[i]));
}

std::size_t regularPoint(py::handle self, std::size_t i) {
  const auto& cells = sparseCellsOf(self, "getRegularGridNodeIndex");
  if (i >= cells.points.size())
    throw py::index_error(fmt::format("there is no point {} among {}", i, cells.points.size()));
  for (std::size_t cell = 0; cell < cells.cells.size(); ++cell)
    for (std::size_t corner = 0; corner < 8; ++corner)
      if (cells.cells[cell][corner] == i) return cells.lattice().cellPoints(cells.places[cell])[corner];
  throw py::index_error(fmt::format("point {} belongs to no cell", i));
}

/// Of a sparse grid those that the surface cuts, of a regular one those at its sides.
std::vector<std::size_t> boundaryCells(py::handle self) {
  std::vector<std::size_t> found;
  if (const auto* cells = cellsOf(self)) {
    for (std::size_t i = 0; i < cells->cells.size(); ++i)
      if (cells->kindOf(static_cast<type::Index>(i)) == geometry::CellKind::boundary) found.push_back(i);
    return found;
  }
  const auto* grid = meshOf(self).regularGrid();
  if (!grid || !grid->hasCells()) throw py::attribute_error("getBoundaryCells: the topology is no grid with cells");
  const std::array<int, 3> last{grid->n[0] - 2, grid->n[1] - 2, grid->n[2] - 2};
  for (int z = 0; z <= last[2]; ++z)
    for (int y = 0; y <= last[1]; ++y)
      for (int x = 0; x <= last[0]; ++x)
        if (x == 0 || y == 0 || z == 0 || x == last[0] || y == last[1] || z == last[2])
          found.push_back(static_cast<std::size_t>(cellNumber(*grid, {x, y, z})));
  return found;
}

void defineGrids(const py::object& type) {
  const auto define = [&](const char* name, auto function) {
    type.attr(name) = py::cpp_function(function, py::name(name), py::is_method(type));
  };
  define("findCube", &findCube);
  define("getRegularGridCubeIndex", &regularCell);
  define("getRegularGridNodeIndex", &regularPoint);
  define("getBoundaryCells", &boundaryCells);
}

// --- All topologies --------------------------------------------------------------------------------------------------

void defineAdjacency(const py::object& type) {
  using A = MeshAdjacency;
  defineRelation<&A::edgesInTriangle>(type, "getEdgesInTriangle");
  defineRelation<&A::edgesInQuad>(type, "getEdgesInQuad");
  defineRelation<&A::edgesInTetrahedron>(type, "getEdgesInTetrahedron");
  defineRelation<&A::edgesInHexahedron>(type, "getEdgesInHexahedron");
  defineRelation<&A::trianglesInTetrahedron>(type, "getTrianglesInTetrahedron");
  defineRelation<&A::quadsInHexahedron>(type, "getQuadsInHexahedron");
  defineRelation<&A::edgesAroundVertex>(type, "getEdgesAroundVertex");
  defineRelation<&A::trianglesAroundVertex>(type, "getTrianglesAroundVertex");
  defineRelation<&A::quadsAroundVertex>(type, "getQuadsAroundVertex");
  defineRelation<&A::tetrahedraAroundVertex>(type, "getTetrahedraAroundVertex");
  defineRelation<&A::hexahedraAroundVertex>(type, "getHexahedraAroundVertex");
  defineRelation<&A::trianglesAroundEdge>(type, "getTrianglesAroundEdge");
  defineRelation<&A::quadsAroundEdge>(type, "getQuadsAroundEdge");
  defineRelation<&A::tetrahedraAroundEdge>(type, "getTetrahedraAroundEdge");
  defineRelation<&A::hexahedraAroundEdge>(type, "getHexahedraAroundEdge");
  defineRelation<&A::tetrahedraAroundTriangle>(type, "getTetrahedraAroundTriangle");
  defineRelation<&A::hexahedraAroundQuad>(type, "getHexahedraAroundQuad");
}

void defineTopology(const py::object& type) {
  using T = BaseMeshTopology;
  defineElements<&T::edges>(type, "Edge", {"Edges", "Lines"});
  defineElements<&T::triangles>(type, "Triangle", {"Triangles"});
  defineElements<&T::quads>(type, "Quad", {"Quads"});
  defineElements<&T::tetrahedra>(type, "Tetrahedron", {"Tetrahedra", "Tetras"});
  defineElements<&T::hexahedra>(type, "Hexahedron", {"Hexahedra"});
  defineElements<&T::prisms>(type, "Prism", {"Prisms"});
  defineElements<&T::pyramids>(type, "Pyramid", {"Pyramids"});
  defineAdjacency(type);
  const auto define = [&](const char* name, auto function) {
    type.attr(name) = py::cpp_function(function, py::name(name), py::is_method(type));
  };
  define("getNbPoints", [](py::handle self) { return meshOf(self).nbPoints(); });
  define("getVerticesAroundVertex", &verticesAround);
  define("getPoint", &pointOf);
  defineGrids(type);
}

using component::topology::TopologyModifier;

/// Changes a mesh by its modifier, states along with it or not. What is wrong is a message of the modifier.
template <class Change>
void changeMesh(py::handle self, bool withStates, const Change& change) {
  auto* modifier = dynamic_cast<TopologyModifier*>(&baseOf(self));
  if (!modifier) throw py::type_error("the modifier of a topology is expected");
  const SceneWork work(*modifier);
  const bool before = modifier->d_propagateToDOF.value();
  modifier->d_propagateToDOF.set(before && withStates);
  change(*modifier);
  modifier->d_propagateToDOF.set(before);
  deliverMessages();
}

void addPoints(py::handle self, std::size_t count, bool withStates) {
  changeMesh(self, withStates,
             [&](TopologyModifier& modifier) { modifier.addPoints(std::vector<core::Ancestors>(count)); });
}

void removePoints(py::handle self, const std::vector<type::Index>& points, bool withStates) {
  changeMesh(self, withStates,
             [&](TopologyModifier& modifier) { modifier.remove(component::topology::ElementType::point, points); });
}

}  // namespace

void bindTopology(py::module_& m) {
  m.def("define_topology", &defineTopology);
  m.def("lattice_of", &latticeOf);
  m.def("add_points", &addPoints);
  m.def("remove_points", &removePoints);
}

}  // namespace sofa::python
