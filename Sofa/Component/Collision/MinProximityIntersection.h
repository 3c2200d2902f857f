// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/ProximityIntersection.h"

namespace sofa::component::collision {

/// Every pair of features closer than the alarm distance is a contact: points, lines, triangles with points, and
/// spheres with all of them. Triangles do not meet lines or triangles: their corners and sides do.
class MinProximityIntersection : public ProximityIntersection {
 public:
  core::Data<bool> d_useSphereTriangle{this, "useSphereTriangle", true,
                                       "whether spheres meet points, lines and triangles; read at initialisation"};
  core::Data<bool> d_usePointPoint{this, "usePointPoint", true, "whether points meet points; read at initialisation"};
  core::Data<bool> d_useSurfaceNormals{this, "useSurfaceNormals", false,
                                       "contacts of triangles and points take the normal of the triangle"};
  core::Data<bool> d_useLinePoint{this, "useLinePoint", true, "whether lines meet points; read at initialisation"};
  core::Data<bool> d_useLineLine{this, "useLineLine", true, "whether lines meet lines; read at initialisation"};

  void init() override;
  std::span<const std::string_view> methods() const override;

  static bool sphereTriangle(const MinProximityIntersection& i) { return i.m_sphereTriangle; }
  static bool pointPoint(const MinProximityIntersection& i) { return i.m_pointPoint; }
  static bool linePoint(const MinProximityIntersection& i) { return i.m_linePoint; }
  static bool lineLine(const MinProximityIntersection& i) { return i.m_lineLine; }

 private:
  bool m_sphereTriangle = true, m_pointPoint = true, m_linePoint = true, m_lineLine = true;
};

}  // namespace sofa::component::collision
