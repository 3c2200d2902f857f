// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/Engine.h"

namespace sofa::component::engine {

/// Closes the holes of a surface: every loop of its border gets a point at its centroid and a fan of triangles to it.
class MeshClosingEngine final : public Engine {
 public:
  List<Vec3> d_inputPosition{this, "inputPosition", {}, "points of the surface", input};
  List<type::Triangle> d_inputTriangles{this, "inputTriangles", {}, "its triangles", input};
  List<type::Quad> d_inputQuads{this, "inputQuads", {}, "its quads", input};
  List<Vec3> d_position{this, "position", {}, "points of the closed surface, those added last", output};
  List<type::Triangle> d_triangles{this, "triangles", {}, "triangles of the closed surface, those added last", output};
  List<type::Quad> d_quads{this, "quads", {}, "its quads", output};
  List<std::vector<Index>> d_indices{
      this, "indices", {}, "points of each closing part: those of the border, then the one added", output};
  List<Vec3> d_closingPosition{this, "closingPosition", {}, "points of the closing parts, in that order", output};
  List<type::Triangle> d_closingTriangles{
      this, "closingTriangles", {}, "triangles of the closing parts, between these points", output};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

 protected:
  void doUpdate() override {
    auto &points = d_position.edit(), &closingPoints = d_closingPosition.edit();
    auto &triangles = d_triangles.edit(), &closingTriangles = d_closingTriangles.edit();
    auto& parts = d_indices.edit();
    points = d_inputPosition.value();
    triangles = d_inputTriangles.value();
    d_quads.set(d_inputQuads.value());
    closingPoints.clear(), closingTriangles.clear(), parts.clear();
    if (!checkElements(d_inputTriangles, points.size()) || !checkElements(d_inputQuads, points.size())) return;
    for (auto& loop : borderLoops()) {
      Vec3 centroid = Vec3::Zero();
      for (const Index i : loop) centroid += points[i];
      centroid /= static_cast<double>(loop.size());
      const Index middle = static_cast<Index>(points.size()), first = static_cast<Index>(closingPoints.size());
      const Index last = first + static_cast<Index>(loop.size());
      for (std::size_t k = 0; k < loop.size(); ++k) {
        const std::size_t next = (k + 1) % loop.size();
        triangles.emplace_back(middle, loop[next], loop[k]);
        closingTriangles.emplace_back(last, first + next, first + k);
      }
      loop.push_back(middle);
      points.push_back(centroid);
      for (const Index i : loop) closingPoints.push_back(points[i]);
      parts.push_back(std::move(loop));
    }
  }

 private:
  /// The points of each loop of edges that belong to one face only, in the direction of the faces.
  std::vector<std::vector<Index>> borderLoops() const {
    std::set<std::pair<Index, Index>> edges;
    const auto add = [&](const auto& faces) {
      for (const auto& face : faces)
        for (std::size_t c = 0; c < face.size(); ++c) {
          const Index a = face[c], b = face[(c + 1) % face.size()];
          if (edges.erase({b, a}) == 0) edges.insert({a, b});
        }
    };
    add(d_inputTriangles.value());
    add(d_inputQuads.value());
    std::vector<std::vector<Index>> loops;
    while (!edges.empty()) {
      auto& loop = loops.emplace_back();
      // Loops start with the edge that leads to the lowest point.
      auto edge = std::ranges::min_element(edges, {}, [](const auto& e) { return std::pair(e.second, e.first); });
      while (edge != edges.end()) {
        const Index end = edge->second;
        loop.push_back(edge->first);
        edges.erase(edge);
        edge = edges.lower_bound({end, 0});
        if (edge != edges.end() && edge->first != end) edge = edges.end();
      }
    }
    return loops;
  }
};

namespace {
const auto registered =
    core::Register("MeshClosingEngine", "Sofa.Component.Engine.Generate", "closes the holes of a surface")
        .add<MeshClosingEngine>(true);
}  // namespace
}  // namespace sofa::component::engine
