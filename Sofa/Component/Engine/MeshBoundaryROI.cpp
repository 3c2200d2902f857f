// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Geometry/MeshElements.h"

namespace sofa::component::engine {

/// Selects the points on the border of a surface: those of edges that belong to one face only. With inputROI, the
/// surface consists of the faces all of whose points are in it.
class MeshBoundaryROI final : public Engine {
 public:
  List<type::Triangle> d_triangles{this, "triangles", {}, "triangles; default: those of the visible topology", input};
  List<type::Quad> d_quads{this, "quads", {}, "quads; default: those of the visible topology", input};
  List<Index> d_inputRoi{this, "inputROI", {}, "points of the faces that count; empty: all faces do", input};
  List<Index> d_indices{this, "indices", {}, "points on the border, increasing", output};

  void init() override {
    followTopology({&d_triangles, &d_quads});
    connect();
  }

 protected:
  void doUpdate() override {
    std::map<std::pair<Index, Index>, int> uses;
    const std::set<Index> roi(d_inputRoi.value().begin(), d_inputRoi.value().end());
    const auto count = [&](const auto& faces) {
      for (const auto& face : faces) {
        const auto counts = [&](Index i) { return roi.empty() || roi.contains(i); };
        if (!std::all_of(face.begin(), face.end(), counts)) continue;
        for (std::size_t c = 0; c < face.size(); ++c) ++uses[std::minmax(face[c], face[(c + 1) % face.size()])];
      }
    };
    count(d_triangles.value());
    count(d_quads.value());
    std::set<Index> border;
    for (const auto& [edge, n] : uses)
      if (n == 1) border.insert({edge.first, edge.second});
    d_indices.edit().assign(border.begin(), border.end());
  }
};

namespace {
const auto registered =
    core::Register("MeshBoundaryROI", "Sofa.Component.Engine.Select", "selects the points on the border of a surface")
        .add<MeshBoundaryROI>();
}  // namespace
}  // namespace sofa::component::engine
