// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include "Sofa/Component/Engine/RegionOfInterest.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::engine {

/// Selects what lies inside a closed surface of triangles, which it sees under a solid angle of 4 pi. SOFA v26.06
/// counts how often a ray from there crosses the surface, and misses crossings of edges and corners. With
/// computeMeshROI off, what lies in its bounding box.
template <class DataTypes>
class MeshROI final : public RegionOfInterest<DataTypes> {
  using Base = RegionOfInterest<DataTypes>;
  using Vec3 = type::Vec3;
  inline static const core::DataOptions input{.group = "Inputs"}, visual{.group = "Visualization"};

 public:
  core::Data<std::vector<Vec3>> d_roiPosition{this, "ROIposition", {}, "points of the surface", input};
  core::Data<std::vector<type::Edge>> d_roiEdges{
      this, "ROIedges", {}, "edges of the surface, to be drawn; default: those of its triangles", input};
  core::Data<std::vector<type::Triangle>> d_roiTriangles{this, "ROItriangles", {}, "triangles of the surface", input};
  core::Data<bool> d_computeMeshRoi{this, "computeMeshROI", true, "if false, the bounding box is the region"};
  core::Data<type::Vec6> d_box{
      this, "box", type::Vec6::Zero(), "bounding box of the surface: min, then max", {.group = "Outputs"}};
  core::Data<bool> d_drawOut{this, "drawOut", false, "draws what lies outside", visual};
  core::Data<bool> d_drawBox{this, "drawBox", false, "draws the bounding box", visual};

  MeshROI() { this->d_strict.set(false); }

  void draw(core::DrawList& list) const override {
    Base::draw(list);
    if (!list.shows(type::DisplayFlags::BehaviorModels)) return;
    const float size = this->d_drawSize.value();
    if (d_drawBox.value()) list.box(box(), size, {1, 1, 1, 1});
    if (!d_drawOut.value()) return;
    for (const auto& x : this->d_pointsOutROI.value()) list.point(DataTypes::position(x), size, {0.4f, 0.4f, 1, 1});
  }

 protected:
  void initRegion() override {
    const auto& points = d_roiPosition.value();
    type::BoundingBox bounds;
    for (const Vec3& p : points) bounds.include(p);
    type::Vec6 numbers = type::Vec6::Zero();
    if (!points.empty()) numbers << bounds.min, bounds.max;
    d_box.set(numbers);
    for (const auto& triangle : d_roiTriangles.value())
      if (!core::namesOnly(triangle, points.size()))
        this->error(
            "ROItriangles names a point that does not exist, ROIposition has {} points; such triangles are left "
            "out.",
            points.size());
    if (points.empty() || (d_computeMeshRoi.value() && d_roiTriangles.value().empty()))
      this->error("There is no surface: set ROIposition and ROItriangles. Nothing is selected.");
    for (core::BaseData* data :
         std::initializer_list<core::BaseData*>{&d_roiPosition, &d_roiTriangles, &d_computeMeshRoi})
      this->addInput(data);
  }

  bool contains(const Vec3& p) const override {
    const type::BoundingBox bounds = box();
    if (d_roiPosition.value().empty() || (p.array() < bounds.min.array()).any() ||
        (p.array() > bounds.max.array()).any())
      return false;
    if (!d_computeMeshRoi.value()) return true;
    const bool isSofas = core::reproducesSofa(*this);
    if (!isSofas) return isEnclosed(p);
    // Towards the nearest corner of the box, and beyond.
    Vec3 end;
    for (int k = 0; k < 3; ++k) {
      const bool low = p[k] - bounds.min[k] < bounds.max[k] - p[k];
      end[k] = low ? bounds.min[k] - 100 : bounds.max[k] + 100;
    }
    std::size_t crossings = 0;
    bool grazes = false;
    for (const auto& t : d_roiTriangles.value())
      if (core::namesOnly(t, d_roiPosition.value().size())) crossings += crosses(t, p, end - p, grazes);
    const bool isInside = crossings % 2 == 1;
    if (grazes && !m_told && isInside != isEnclosed(p)) {
      m_told = true;
      core::tellDefect(
          *this,
          fmt::format("a ray that meets an edge or a corner of the surface does not count there: the point "
                      "({:.4g}, {:.4g}, {:.4g}) is taken to be {}",
                      p[0], p[1], p[2], isInside ? "inside" : "outside"),
          "Move the surface a little");
    }
    return isInside;
  }

  void drawRegion(core::DrawList& list, float width) const override {
    if (d_roiEdges.value().empty())
      core::drawOutlines(list, d_roiTriangles.value(), d_roiPosition.value(), width, this->drawnColor());
    else
      core::drawOutlines(list, d_roiEdges.value(), d_roiPosition.value(), width, this->drawnColor());
  }

 private:
  type::BoundingBox box() const { return {d_box.value().template head<3>(), d_box.value().template tail<3>()}; }

  /// Whether the triangles, seen from p, cover more than half of a sphere. The solid angle of each: A. van Oosterom,
  /// J. Strackee, The Solid Angle of a Plane Triangle, 1983.
  bool isEnclosed(const Vec3& p) const {
    const auto& x = d_roiPosition.value();
    double half = 0;  // of the solid angle
    for (const auto& t : d_roiTriangles.value()) {
      if (!core::namesOnly(t, x.size())) continue;
      const Vec3 a = x[t[0]] - p, b = x[t[1]] - p, c = x[t[2]] - p;
      const double la = a.norm(), lb = b.norm(), lc = c.norm();
      half += std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + a.dot(c) * lb + b.dot(c) * la);
    }
    return std::abs(half) > std::numbers::pi;
  }

  /// Whether p + s direction with s in (0, 1) goes through the triangle, but for its edges and corners; `grazes`
  /// becomes true if it meets one of these.
  bool crosses(const type::Triangle& t, const Vec3& p, const Vec3& direction, bool& grazes) const {
    const auto& x = d_roiPosition.value();
    type::Mat3 m;
    m << x[t[1]] - x[t[0]], x[t[2]] - x[t[0]], -direction;
    if (m.determinant() == 0) return false;
    const Vec3 c = m.inverse() * (p - x[t[0]]);
    constexpr double tie = 1e-12;
    if (!(c[2] > 0 && c[2] < 1)) return false;
    const double least = std::min({c[0], c[1], 1 - c[0] - c[1]});
    grazes = grazes || std::abs(least) <= tie;
    return least > tie;
  }

  mutable bool m_told = false;
};

namespace {
const auto registered =
    core::Register("MeshROI", "Sofa.Component.Engine.Select", "selects what lies inside a closed surface")
        .addAll<MeshROI, type::Vec3Types, type::Vec6Types, type::Rigid3Types>(true);
}  // namespace
}  // namespace sofa::component::engine
