// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/LineCollisionModel.h"
#include "Sofa/Component/Collision/LocalMinDistance.h"
#include "Sofa/Component/Collision/PointCollisionModel.h"
#include "Sofa/Component/Collision/SphereCollisionModel.h"
#include "Sofa/Component/Collision/TriangleCollisionModel.h"

/// Whether an element accepts a contact in the direction w, from its own point to the other's, on the current
/// positions: whether no neighbour of the element can be closer.
namespace sofa::component::collision::localmindistance {

/// On the side its normal points to.
bool accepts(const LocalMinDistance& method, const TriangleCollisionModel& model, type::Index i, const type::Vec3& w);
/// Within the wedge between the triangles at the line; across the line where there are not two of them.
bool accepts(const LocalMinDistance& method, const LineCollisionModel& model, type::Index i, const type::Vec3& w);
/// On the outer side of the surface, and away from all lines that meet in the point. Without a line model beside the
/// point, from everywhere.
bool accepts(const LocalMinDistance& method, const PointCollisionModel& model, type::Index i, const type::Vec3& w);
/// Spheres are round: from everywhere.
inline bool accepts(const LocalMinDistance&, const BaseSphereCollisionModel&, type::Index, const type::Vec3&) {
  return true;
}

}  // namespace sofa::component::collision::localmindistance
