// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/TopologicalMapping.h"
#include "Sofa/Core/Contract/MeshModifier.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {
namespace {

/// Of the corners of a cell, as bits x, y, z of its place; Elements of docs/manual/topology.md.
constexpr std::array<std::uint8_t, 8> cornerPlaces{0, 1, 3, 2, 4, 5, 7, 6};

/// The points of a mesh of hexahedra cut in eight: its points, the middles of the edges and of the quads, each where a
/// cell first names it, and the middles of the cells.
class CutHexahedra {
 public:
  explicit CutHexahedra(const core::BaseMeshTopology& mesh)
      : m_mesh(mesh),
        m_edges(geometry::edgesOfVolumes({}, mesh.hexahedra())),
        m_quads(geometry::quadsOfHexahedra(mesh.hexahedra())) {}

  std::vector<core::MeshPoint> points() const {
    std::vector<core::MeshPoint> points;
    const auto add = [&](const auto& nodes) {
      core::MeshPoint& point = points.emplace_back();
      point.index = points.size() - 1;
      point.on.count = static_cast<int>(nodes.size());
      std::ranges::copy(nodes, point.on.nodes.begin());
      point.on.weights.fill(1.0 / point.on.count);
    };
    for (Index i = 0; i < m_mesh.nbPoints(); ++i) add(std::array{i});
    for (const Edge& edge : m_edges) add(edge);
    for (const Quad& quad : m_quads) add(quad);
    for (const Hexahedron& cell : m_mesh.hexahedra()) add(cell);
    return points;
  }

  /// Eight cells of each cell, that at its corner 0 first, with corners in the order of its own.
  std::vector<Hexahedron> cells() const {
    const auto firstEdge = static_cast<Index>(m_mesh.nbPoints());
    const auto firstQuad = static_cast<Index>(firstEdge + m_edges.size());
    const auto firstCell = static_cast<Index>(firstQuad + m_quads.size());
    const geometry::ElementMap<Edge> edges(m_edges);
    const geometry::ElementMap<Quad> quads(m_quads);
    std::vector<Hexahedron> parts;
    for (std::size_t i = 0; i < m_mesh.hexahedra().size(); ++i) {
      const Hexahedron& cell = m_mesh.hexahedra()[i];
      std::array<Index, 27> at{};  // x + 3 y + 9 z, in halves of the cell
      for (std::size_t corner = 0; corner < 8; ++corner) at[place(corner, corner)] = cell[corner];
      for (const auto& side : geometry::hexahedronEdges)
        at[place(side[0], side[1])] = firstEdge + edges.find(geometry::subElement<Edge>(cell, side));
      for (const auto& side : geometry::hexahedronQuads)
        at[place(side[0], side[2])] = firstQuad + quads.find(geometry::subElement<Quad>(cell, side));
      at[place(0, 6)] = firstCell + static_cast<Index>(i);
      for (std::size_t part = 0; part < 8; ++part) {
        Hexahedron& made = parts.emplace_back();
        for (std::size_t corner = 0; corner < 8; ++corner) made[corner] = at[place(part, corner)];
      }
    }
    return parts;
  }

 private:
  /// Of the point between two corners.
  static std::size_t place(std::size_t a, std::size_t b) {
    std::size_t index = 0;
    for (std::size_t axis = 0, stride = 1; axis < 3; ++axis, stride *= 3)
      index += stride * (((cornerPlaces[a] >> axis) & 1U) + ((cornerPlaces[b] >> axis) & 1U));
    return index;
  }

  const core::BaseMeshTopology& m_mesh;
  std::vector<Edge> m_edges;
  std::vector<Quad> m_quads;
};

class SimpleTesselatedHexaTopologicalMapping final : public TopologicalMapping,
                                                     public core::MakesPoints,
                                                     public core::MeshPoints {
 public:
  Index sourceElement(Index element) const override { return element / 8; }
  std::vector<core::MeshPoint> meshPoints(const core::BaseMeshTopology& mesh) const override {
    return CutHexahedra(mesh).points();
  }
  core::MeshChanges follow(const core::MeshChanges&) override { return makeAnew(); }

 protected:
  bool connect(core::BaseMeshTopology& input, ListTopology& output) override {
    auto* hexahedra = output.list<Hexahedron>();
    if (!hexahedra) {
      error("The output topology '{}' holds no hexahedra: use a HexahedronSetTopologyContainer.", output.path());
      return false;
    }
    const CutHexahedra cut(input);
    fillPoints(output, input, cut.points());
    hexahedra->set(cut.cells());
    hexahedra->unset();  // not given by the scene
    output.init();
    return true;
  }
};

const auto registered = core::Register("SimpleTesselatedHexaTopologicalMapping", "Sofa.Component.Mapping.Linear",
                                       "cuts hexahedra into eight each")
                            .add<SimpleTesselatedHexaTopologicalMapping>();

}  // namespace
}  // namespace sofa::component::topology
