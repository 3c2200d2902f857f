#include <fmt/format.h>

#include <pybind11/stl.h>

#include "Messages.h"
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

py::tuple findCube(py::handle self, const std::array<double, 3>& p) {
  const auto* grid = meshOf(self).regularGrid();
  if (!grid || !grid->hasCells()) throw py::attribute_error("findCube: the topology is no grid with cells");
  const auto at = grid->locate(type::Vec3(p[0], p[1], p[2]));
  const int id = at.cell[0] + (grid->n[0] - 1) * (at.cell[1] + (grid->n[1] - 1) * at.cell[2]);
  return py::make_tuple(id, at.fractions[0], at.fractions[1], at.fractions[2]);
}

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
  define("findCube", &findCube);
}

using component::topology::TopologyModifier;

/// Changes a mesh by its modifier, states along with it or not. What is wrong is a message of the modifier.
template <class Change>
void changeMesh(py::handle self, bool withStates, const Change& change) {
  auto* modifier = dynamic_cast<TopologyModifier*>(&baseOf(self));
  if (!modifier) throw py::type_error("the modifier of a topology is expected");
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
  m.def("add_points", &addPoints);
  m.def("remove_points", &removePoints);
}

}  // namespace sofa::python
