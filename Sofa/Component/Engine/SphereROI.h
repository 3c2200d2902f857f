// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Engine/RegionOfInterest.h"

namespace sofa::component::engine {

/// Selects what lies in one of several spheres, surface included. Edges and triangles can also be
/// chosen by direction; that test keeps those that deviate from it, as scenes expect.
template <class DataTypes>
class SphereROI final : public RegionOfInterest<DataTypes> {
 public:
  core::Data<std::vector<type::Vec3>> d_centers{this, "centers", {}, "centres of the spheres"};
  core::Data<std::vector<double>> d_radii{this, "radii", {}, "radii of the spheres: one for all, or one each"};
  core::Data<type::Vec3> d_direction{this, "direction", type::Vec3::Zero(),
                                     "direction with which edges are compared, a unit vector"};
  core::Data<type::Vec3> d_normal{this, "normal", type::Vec3::Zero(),
                                  "direction with which normals of triangles are compared"};
  core::Data<double> d_edgeAngle{this, "edgeAngle", 0.0,
                                 "if positive, edges are kept only beyond this angle from direction (radians)"};
  core::Data<double> d_triAngle{this,
                                "triAngle",
                                0.0,
                                "if positive, triangles are kept only if normal . ((x2-x0) x (x1-x0)) < cos of it",
                                {.aliases = {"angle"}}};

  SphereROI();

 protected:
  void initRegion() override;
  void prepareRegion() override;
  bool contains(const type::Vec3& point) const override;
  void drawRegion(core::DrawList& list, float width) const override;
  bool acceptsEdge(const type::Edge& edge) const override;
  bool acceptsTriangle(const type::Triangle& triangle) const override;

 private:
  struct Sphere {
    type::Vec3 center;
    double radius;
  };
  std::vector<Sphere> m_spheres;
};

}  // namespace sofa::component::engine
