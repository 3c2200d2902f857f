// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/SimpleTesselatedTetraTopologicalMapping.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {
namespace {

/// Corners 0 to 3 and middles 4 to 9 of the edges of a tetrahedron.
constexpr std::uint8_t parts[8][4] = {{0, 4, 5, 6}, {1, 4, 8, 7}, {2, 5, 7, 9}, {3, 6, 9, 8},
                                      {5, 4, 7, 9}, {5, 4, 9, 6}, {8, 4, 9, 7}, {8, 4, 6, 9}};

}  // namespace

std::vector<core::MeshPoint> SimpleTesselatedTetraTopologicalMapping::meshPoints(
    const core::BaseMeshTopology& mesh) const {
  std::vector<core::MeshPoint> points;
  for (Index i = 0; i < mesh.nbPoints(); ++i) points.push_back({points.size(), {{i}, {1}, 1}, type::Vec3::Zero()});
  for (const Edge& e : mesh.edges())
    points.push_back({points.size(), {{e[0], e[1]}, {0.5, 0.5}, 2}, type::Vec3::Zero()});
  return points;
}

bool SimpleTesselatedTetraTopologicalMapping::connect(core::BaseMeshTopology& input, ListTopology& output) {
  if (!output.list<Tetrahedron>()) {
    error("The output topology '{}' holds no tetrahedra.", output.path());
    return false;
  }
  const auto first = static_cast<Index>(input.nbPoints());
  const auto& edgesOf = input.adjacency().edgesInTetrahedron();
  std::vector<Tetrahedron> tetrahedra;
  std::vector<std::array<Index, 8>> children;
  std::vector<Index> source;
  for (std::size_t t = 0; t < input.tetrahedra().size(); ++t) {
    std::array<Index, 10> points;
    for (std::size_t k = 0; k < 4; ++k) points[k] = input.tetrahedra()[t][k];
    for (std::size_t k = 0; k < 6; ++k) points[4 + k] = first + edgesOf[t][k];
    auto& child = children.emplace_back();
    for (std::size_t c = 0; c < 8; ++c) {
      child[c] = static_cast<Index>(tetrahedra.size());
      tetrahedra.emplace_back(points[parts[c][0]], points[parts[c][1]], points[parts[c][2]], points[parts[c][3]]);
      source.push_back(static_cast<Index>(t));
    }
  }
  const auto points = meshPoints(input);
  std::vector<Index> fromPoint, fromEdge;
  std::vector<int> pointSource;
  for (const auto& point : points) {
    auto& numbers = point.on.count == 1 ? fromPoint : fromEdge;
    pointSource.push_back(point.on.count == 1 ? 1 + static_cast<int>(numbers.size())
                                              : -1 - static_cast<int>(numbers.size()));
    numbers.push_back(static_cast<Index>(point.index));
  }
  fillPoints(output, input, points);
  output.list<Tetrahedron>()->set(std::move(tetrahedra));
  output.list<Tetrahedron>()->unset();  // not given by the scene
  d_tetrahedraMappedFromTetra.set(std::move(children));
  d_tetraSource.set(std::move(source));
  d_pointMappedFromPoint.set(std::move(fromPoint));
  d_pointMappedFromEdge.set(std::move(fromEdge));
  d_pointSource.set(std::move(pointSource));
  output.init();
  return true;
}

namespace {
const auto registered = core::Register("SimpleTesselatedTetraTopologicalMapping", "Sofa.Component.Mapping.Linear",
                                       "cuts tetrahedra into eight each")
                            .add<SimpleTesselatedTetraTopologicalMapping>();
}  // namespace

}  // namespace sofa::component::topology
