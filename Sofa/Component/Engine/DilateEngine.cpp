// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Geometry/RayHit.h"
#include "Sofa/Geometry/Surface.h"

namespace sofa::component::engine {
namespace {

/// Moves the points of a surface along their normals, outwards by `distance` or, if that is negative, inwards. With
/// minThickness points move inwards less, or outwards, so that at least that much is left between them and what lies
/// behind them, which moves as far the other way.
class DilateEngine final : public Engine {
 public:
  List<Vec3> d_inputPosition{this, "input_position", {}, "points of the surface", input};
  List<Vec3> d_outputPosition{this, "output_position", {}, "where they are moved to", output};
  List<type::Triangle> d_triangles{this, "triangles", {}, "triangles of the surface", input};
  List<type::Quad> d_quads{this, "quads", {}, "quads of the surface", input};
  List<Vec3> d_normal{this, "normal", {}, "unit normal at each point, zero without a face", output};
  List<double> d_thickness{
      this, "thickness", {}, "with minThickness: how far behind each point the surface is met again", output};
  Data<double> d_distance{this, "distance", 0.0, "how far points are moved", input};
  Data<double> d_minThickness{this, "minThickness", 0.0, "thickness to keep; 0: none", input};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

 protected:
  void doUpdate() override {
    const auto& x = d_inputPosition.value();
    auto& normals = d_normal.edit();
    auto& moved = d_outputPosition.edit();
    auto& thickness = d_thickness.edit();
    normals.assign(x.size(), Vec3::Zero());
    moved = x;
    thickness.clear();
    if (!checkElements(d_triangles, x.size()) || !checkElements(d_quads, x.size())) return;
    geometry::vertexNormals(x, d_triangles.value(), d_quads.value(), {}, normals);
    if (d_minThickness.value() > 0) measure(x, normals, thickness);
    for (std::size_t i = 0; i < x.size(); ++i) {
      double distance = d_distance.value();
      if (i < thickness.size()) distance = std::max(distance, (d_minThickness.value() - thickness[i]) / 2);
      moved[i] += distance * normals[i];
    }
  }

 private:
  void measure(const std::vector<Vec3>& x, const std::vector<Vec3>& normals, std::vector<double>& thickness) const {
    auto triangles = d_triangles.value();
    for (const auto& q : d_quads.value()) {
      triangles.emplace_back(q[0], q[1], q[2]);
      triangles.emplace_back(q[0], q[2], q[3]);
    }
    constexpr double slack = 1e-9;  // so that no ray slips through between triangles
    for (std::size_t i = 0; i < x.size(); ++i) {
      double nearest = std::numeric_limits<double>::infinity();
      const geometry::Ray behind{x[i], -normals[i]};
      for (const auto& t : triangles) {
        if (std::ranges::find(t, static_cast<Index>(i)) != t.end()) continue;
        if (const auto hit = geometry::hitTriangle(behind, x[t[0]], x[t[1]], x[t[2]], slack))
          nearest = std::min(nearest, hit->distance);
      }
      thickness.push_back(nearest);
    }
  }
};

const auto registeredDilation = core::Register("DilateEngine", "Sofa.Component.Engine.Transform",
                                               "moves the points of a surface along their normals")
                                    .add<DilateEngine>(true);

}  // namespace
}  // namespace sofa::component::engine
