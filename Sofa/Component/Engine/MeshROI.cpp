// SPDX-License-Identifier: Apache-2.0
#include <Eigen/LU>

#include "Sofa/Component/Engine/RegionOfInterest.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::engine {

/// Selects what lies inside a closed surface of triangles: a ray from there crosses it an odd number of times. With
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
    // Towards the nearest corner of the box, and beyond.
    Vec3 end;
    for (int k = 0; k < 3; ++k) {
      const bool low = p[k] - bounds.min[k] < bounds.max[k] - p[k];
      end[k] = low ? bounds.min[k] - 100 : bounds.max[k] + 100;
    }
    std::size_t crossings = 0;
    for (const auto& t : d_roiTriangles.value())
      if (core::namesOnly(t, d_roiPosition.value().size())) crossings += crosses(t, p, end - p);
    return crossings % 2 == 1;
  }

  void drawRegion(core::DrawList& list, float width) const override {
    if (d_roiEdges.value().empty())
      core::drawOutlines(list, d_roiTriangles.value(), d_roiPosition.value(), width, this->drawnColor());
    else
      core::drawOutlines(list, d_roiEdges.value(), d_roiPosition.value(), width, this->drawnColor());
  }

 private:
  type::BoundingBox box() const { return {d_box.value().template head<3>(), d_box.value().template tail<3>()}; }

  /// Whether p + s direction with s in (0, 1) goes through the triangle; as in SOFA, not if it meets an edge or corner.
  bool crosses(const type::Triangle& t, const Vec3& p, const Vec3& direction) const {
    const auto& x = d_roiPosition.value();
    type::Mat3 m;
    m << x[t[1]] - x[t[0]], x[t[2]] - x[t[0]], -direction;
    if (m.determinant() == 0) return false;
    const Vec3 c = m.inverse() * (p - x[t[0]]);
    constexpr double tie = 1e-12;
    return c[0] > tie && c[1] > tie && c[0] + c[1] < 1 - tie && c[2] > 0 && c[2] < 1;
  }
};

namespace {
const auto registered =
    core::Register("MeshROI", "Sofa.Component.Engine.Select", "selects what lies inside a closed surface")
        .addAll<MeshROI, type::Vec3Types, type::Vec6Types, type::Rigid3Types>(true);
}  // namespace
}  // namespace sofa::component::engine
