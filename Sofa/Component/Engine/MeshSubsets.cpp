// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Component/Engine/NumberedData.h"

namespace sofa::component::engine {

/// A part of a mesh: some of its points, and the elements that have no others, renumbered.
class MeshSubsetEngine final : public Engine {
 public:
  List<Vec3> d_inputPosition{this, "inputPosition", {}, "points of the mesh", input};
  List<type::Edge> d_inputEdges{this, "inputEdges", {}, "its edges", input};
  List<type::Triangle> d_inputTriangles{this, "inputTriangles", {}, "its triangles", input};
  List<type::Quad> d_inputQuads{this, "inputQuads", {}, "its quads", input};
  List<type::Tetrahedron> d_inputTetrahedra{this, "inputTetrahedra", {}, "its tetrahedra", input};
  List<type::Hexahedron> d_inputHexahedra{this, "inputHexahedra", {}, "its hexahedra", input};
  List<Index> d_indices{this, "indices", {}, "points of the part", input};
  List<Vec3> d_position{this, "position", {}, "points of the part, in the order of the indices", output};
  List<type::Edge> d_edges{this, "edges", {}, "edges of the part", output};
  List<type::Triangle> d_triangles{this, "triangles", {}, "triangles of the part", output};
  List<type::Quad> d_quads{this, "quads", {}, "quads of the part", output};
  List<type::Tetrahedron> d_tetrahedra{this, "tetrahedra", {}, "tetrahedra of the part", output};
  List<type::Hexahedron> d_hexahedra{this, "hexahedra", {}, "hexahedra of the part", output};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

 protected:
  void doUpdate() override {
    const auto& x = d_inputPosition.value();
    auto& points = d_position.edit();
    points.clear();
    std::vector<Index> number(x.size(), type::invalidIndex);
    forEachValid(d_indices, x.size(), [&](Index i) {
      if (number[i] != type::invalidIndex) return;
      number[i] = static_cast<Index>(points.size());
      points.push_back(x[i]);
    });
    select(d_inputEdges, number, d_edges);
    select(d_inputTriangles, number, d_triangles);
    select(d_inputQuads, number, d_quads);
    select(d_inputTetrahedra, number, d_tetrahedra);
    select(d_inputHexahedra, number, d_hexahedra);
  }

 private:
  template <class E>
  void select(const List<E>& from, const std::vector<Index>& number, List<E>& to) const {
    auto& result = to.edit();
    result.clear();
    if (!checkElements(from, number.size())) return;
    for (E element : from.value()) {
      for (Index& i : element) i = number[i];
      if (std::find(element.begin(), element.end(), type::invalidIndex) == element.end()) result.push_back(element);
    }
  }
};

/// Splits the points of a mesh into nbInputs regions, each given by indices of points or elements, and the rest. A
/// point that several regions name is in the list of each; indexPairs then names the first.
class MeshSplittingEngine final : public Engine {
 public:
  List<Vec3> d_position{this, "position", {}, "points of the mesh"};
  List<type::Edge> d_edges{this, "edges", {}, "its edges"};
  List<type::Triangle> d_triangles{this, "triangles", {}, "its triangles"};
  List<type::Quad> d_quads{this, "quads", {}, "its quads"};
  List<type::Tetrahedron> d_tetrahedra{this, "tetrahedra", {}, "its tetrahedra"};
  List<type::Hexahedron> d_hexahedra{this, "hexahedra", {}, "its hexahedra"};
  Data<Index> d_nbInputs{this, "nbInputs", 0, "number of regions"};
  List<Index> d_indexPairs{this, "indexPairs", {}, "region and number in it, for each point of the mesh", output};

  MeshSplittingEngine() { createData(); }
  static std::string staticTemplateName() { return type::Vec3Types::name(); }
  void reinit() override {
    createData();
    connect();
  }

 protected:
  void prepareAttributes(const core::ComponentDescription& description) override {
    if (description.has("nbInputs")) setAttribute("nbInputs", description.get("nbInputs"));
    createData();
  }

  void doUpdate() override {
    const std::size_t points = d_position.value().size(), regions = m_points.size();
    std::vector<std::pair<Index, Index>> place(points, {type::invalidIndex, 0});
    for (std::size_t r = 0; r <= regions; ++r) {
      std::set<Index> members;
      if (r < regions) {
        forEachValid(m_points[r], points, [&](Index i) { members.insert(i); });
        addCorners(d_edges, m_edges[r], members);
        addCorners(d_triangles, m_triangles[r], members);
        addCorners(d_quads, m_quads[r], members);
        addCorners(d_tetrahedra, m_tetrahedra[r], members);
        addCorners(d_hexahedra, m_hexahedra[r], members);
      } else {
        for (std::size_t i = 0; i < points; ++i)
          if (place[i].first == type::invalidIndex) members.insert(static_cast<Index>(i));
      }
      auto& list = m_positions[r].edit();
      list.clear();
      for (const Index i : members) {
        if (place[i].first == type::invalidIndex) place[i] = {static_cast<Index>(r), static_cast<Index>(list.size())};
        list.push_back(d_position.value()[i]);
      }
    }
    auto& pairs = d_indexPairs.edit();
    pairs.clear();
    for (const auto& [region, number] : place) pairs.insert(pairs.end(), {region, number});
  }

 private:
  using Numbers = NumberedData<std::vector<Index>>;

  void createData() {
    constexpr Index most = 10000;  // far beyond use; a slip of the pen must not exhaust the memory
    if (d_nbInputs.value() > most) error("nbInputs is {}; {} regions at most are made.", d_nbInputs.value(), most);
    const Index count = std::min(d_nbInputs.value(), most);
    for (auto* numbers : {&m_points, &m_edges, &m_triangles, &m_quads, &m_tetrahedra, &m_hexahedra})
      numbers->resize(count);
    m_positions.resize(count + 1);
  }

  template <class E>
  void addCorners(const List<E>& elements, const List<Index>& chosen, std::set<Index>& members) const {
    if (!checkElements(elements, d_position.value().size())) return;
    forEachValid(chosen, elements.value().size(),
                 [&](Index e) { members.insert(elements.value()[e].begin(), elements.value()[e].end()); });
  }

  Numbers m_points{this, "indices", "points of region"}, m_edges{this, "edgeIndices", "edges of region"},
      m_triangles{this, "triangleIndices", "triangles of region"}, m_quads{this, "quadIndices", "quads of region"},
      m_tetrahedra{this, "tetrahedronIndices", "tetrahedra of region"},
      m_hexahedra{this, "hexahedronIndices", "hexahedra of region"};
  NumberedData<std::vector<Vec3>> m_positions{this, "position", "points of region", "Outputs"};
};

namespace {
const auto registered = std::array{
    core::Register("MeshSubsetEngine", "Sofa.Component.Engine.Select", "the part of a mesh that has some points")
        .add<MeshSubsetEngine>(true),
    core::Register("MeshSplittingEngine", "Sofa.Component.Engine.Select", "splits the points of a mesh into regions")
        .add<MeshSplittingEngine>(true),
};
}  // namespace
}  // namespace sofa::component::engine
