// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/Mesh2PointTopologicalMapping.h"

#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {
namespace {

using Vec3 = type::Vec3;

std::array<double, 8> weightsIn(std::size_t corners, const Vec3& f) {
  const double x = f.x(), y = f.y();
  std::array<double, 8> w{};
  if (corners == 1) w = {1};
  if (corners == 2) w = {1 - x, x};
  if (corners == 3) w = {1 - x - y, x, y};
  return w;
}

/// Corners 2 and 3 are exchanged: coordinates of scenes count on it.
std::array<double, 8> weightsInQuad(const Vec3& f) {
  const double x = f.x(), y = f.y();
  return {(1 - x) * (1 - y), x * (1 - y), (1 - x) * y, x * y};
}

}  // namespace

std::vector<core::MeshPoint> Mesh2PointTopologicalMapping::points(const core::BaseMeshTopology& mesh,
                                                                  bool statesOrder) const {
  std::vector<core::MeshPoint> made;
  std::size_t next = 0;
  const auto add = [&](const auto& nodes, const std::array<double, 8>& weights, const Vec3& offset) {
    auto& point = made.emplace_back();
    point.index = next++;
    std::copy(nodes.begin(), nodes.end(), point.on.nodes.begin());
    point.on.weights = weights;
    point.on.count = static_cast<int>(nodes.size());
    point.offset = offset;
  };
  const auto addAll = [&](const auto& elements, const Coordinates& coordinates, const auto& weights) {
    for (const auto& element : elements)
      for (const Vec3& f : coordinates.value()) add(element, weights(f), Vec3::Zero());
  };
  using geometry::ElementShape;
  const auto shape = [](ElementShape s) {
    return [s](const Vec3& f) {
      std::array<double, 8> w{};
      geometry::elementWeights(s, f, w.data());
      return w;
    };
  };
  for (Index i = 0; i < mesh.nbPoints(); ++i)
    for (const Vec3& offset : d_point.value()) add(std::array{i}, weightsIn(1, offset), offset);
  addAll(mesh.edges(), d_edge, [](const Vec3& f) { return weightsIn(2, f); });
  addAll(mesh.triangles(), d_triangle, [](const Vec3& f) { return weightsIn(3, f); });
  // Mappings of states number the images in quads from 0 on, and those in hexahedra after them, whatever comes before:
  // reference trajectories show it (docs/differences.md).
  const std::size_t quads = next, quadImages = mesh.quads().size() * d_quad.value().size();
  if (statesOrder) next = 0;
  addAll(mesh.quads(), d_quad, weightsInQuad);
  next = quads + quadImages;
  addAll(mesh.tetrahedra(), d_tetra, shape(ElementShape::tetrahedron));
  if (statesOrder) next = quadImages;
  addAll(mesh.hexahedra(), d_hexa, shape(ElementShape::hexahedron));
  return made;
}

template <class E>
bool Mesh2PointTopologicalMapping::copy(const core::Data<bool>& wanted, const std::vector<E>& elements,
                                        ListTopology& output) {
  if (!wanted.value()) return true;
  if (!output.list<E>() || d_point.value().empty()) {
    error("{}: the output '{}' must hold such elements, and pointBaryCoords must give a point per point.",
          wanted.name(), output.path());
    return false;
  }
  std::vector<E> copies = elements;
  for (E& element : copies)
    for (Index& i : element) i *= static_cast<Index>(d_point.value().size());
  output.list<E>()->set(std::move(copies));
  output.list<E>()->unset();  // not given by the scene
  return true;
}

bool Mesh2PointTopologicalMapping::connect(core::BaseMeshTopology& input, ListTopology& output) {
  fillPoints(output, input, points(input, false));
  const bool copied = copy(d_copyEdges, input.edges(), output) && copy(d_copyTriangles, input.triangles(), output) &&
                      copy(d_copyTetrahedra, input.tetrahedra(), output);
  output.init();
  core::readAtInit(*this, {&d_point, &d_edge, &d_triangle, &d_quad, &d_tetra, &d_hexa, &d_copyEdges, &d_copyTriangles,
                           &d_copyTetrahedra});
  return copied;
}

namespace {
const auto registered =
    core::Register("Mesh2PointTopologicalMapping", "Sofa.Component.Mapping.Linear", "points on the elements of a mesh")
        .add<Mesh2PointTopologicalMapping>();
}  // namespace

}  // namespace sofa::component::topology
