// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Geometry/Surface.h"

namespace sofa::component::engine {

/// Smooths a mesh: each iteration puts every point where the mean of its neighbours was.
class SmoothMeshEngine final : public Engine {
 public:
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh; default: the visible one"};
  List<Vec3> d_inputPosition{this, "input_position", {}, "points of the mesh", input};
  List<Index> d_inputIndices{this, "input_indices", {}, "points that move; empty: all"};
  List<Vec3> d_outputPosition{this, "output_position", {}, "points of the smoothed mesh", output};
  Data<Index> d_iterations{this, "nb_iterations", 1, "number of iterations"};
  Data<bool> d_showInput{this, "showInput", false, "draws the points before", visual};
  Data<bool> d_showOutput{this, "showOutput", false, "draws the points after", visual};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

  void init() override {
    core::requireMesh(*this, l_topology,
                      {.kind = "mesh by which points have neighbours", .place = core::MeshPlace::upstream});
    connect();
  }
  void draw(core::DrawList& list) const override {
    if (d_showInput.value()) list.points(d_inputPosition.value(), 4, {1, 0, 0, 1});
    if (d_showOutput.value()) list.points(d_outputPosition.value(), 4, {0, 1, 0, 1});
  }

 protected:
  void doUpdate() override {
    std::vector<Vec3> points = d_inputPosition.value(), before;
    std::vector<std::vector<Index>> neighbours(points.size());
    if (l_topology)
      for (const auto& e : l_topology->edges())
        if (std::max(e[0], e[1]) < points.size()) neighbours[e[0]].push_back(e[1]), neighbours[e[1]].push_back(e[0]);
    std::vector<char> moves(points.size(), d_inputIndices.value().empty());
    forEachValid(d_inputIndices, points.size(), [&](Index i) { moves[i] = 1; });
    for (Index n = 0; n < d_iterations.value(); ++n) {
      before = points;
      for (std::size_t i = 0; i < points.size(); ++i) {
        if (!moves[i] || neighbours[i].empty()) continue;
        points[i].setZero();
        for (const Index j : neighbours[i]) points[i] += before[j];
        points[i] /= static_cast<double>(neighbours[i].size());
      }
    }
    d_outputPosition.set(std::move(points));
  }
};

/// Normals at the points of a surface, weighted by the areas of the faces or by their angles.
class NormalsFromPoints final : public Engine {
 public:
  List<Vec3> d_position{this, "position", {}, "points of the surface", input};
  List<type::Triangle> d_triangles{this, "triangles", {}, "its triangles", input};
  List<type::Quad> d_quads{this, "quads", {}, "its quads", input};
  List<Vec3> d_normals{this, "normals", {}, "unit normal at each point, zero without a face", output};
  Data<bool> d_invertNormals{this, "invertNormals", false, "if true, they point to the other side", input};
  Data<bool> d_useAngles{this, "useAngles", false, "if true, faces count by their angle at the point", input};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

 protected:
  void doUpdate() override {
    const auto& x = d_position.value();
    auto& normals = d_normals.edit();
    normals.assign(x.size(), Vec3::Zero());
    if (!checkElements(d_triangles, x.size()) || !checkElements(d_quads, x.size())) return;
    if (d_useAngles.value()) {
      addByAngles(d_triangles.value(), x, normals);
      addByAngles(d_quads.value(), x, normals);
    } else {
      geometry::vertexNormals(x, d_triangles.value(), d_quads.value(), {}, normals);
    }
    for (Vec3& n : normals) {
      if (d_useAngles.value() && n.norm() > 0) n.normalize();
      if (d_invertNormals.value()) n = -n;
    }
  }

 private:
  template <class Faces>
  static void addByAngles(const Faces& faces, const std::vector<Vec3>& x, std::vector<Vec3>& normals) {
    for (const auto& face : faces)
      for (std::size_t c = 0; c < face.size(); ++c) {
        const std::size_t n = face.size();
        const Vec3 next = x[face[(c + 1) % n]] - x[face[c]], previous = x[face[(c + n - 1) % n]] - x[face[c]];
        const Vec3 cross = next.cross(previous);
        if (const double length = cross.norm(); length > 0)
          normals[face[c]] += cross / length * std::atan2(length, next.dot(previous));
      }
  }
};

namespace {
const auto registered = std::array{
    core::Register("SmoothMeshEngine", "Sofa.Component.Engine.Transform", "smooths a mesh").add<SmoothMeshEngine>(true),
    core::Register("NormalsFromPoints", "Sofa.Component.Engine.Generate", "normals at the points of a surface")
        .add<NormalsFromPoints>(true),
};
}  // namespace
}  // namespace sofa::component::engine
