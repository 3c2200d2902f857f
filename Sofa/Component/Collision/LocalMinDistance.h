// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/ProximityIntersection.h"

namespace sofa::component::collision {

/// Contacts where the distance between two surfaces has a local minimum: each feature accepts others only from the
/// directions that none of its neighbours is closer to (Johnson, Willemsen, Haptic rendering of complex geometric
/// models with local minimum distances, 2003). See docs/manual/collision-pairs.md for the cones.
class LocalMinDistance : public ProximityIntersection {
 public:
  core::Data<bool> d_filterIntersection{this, "filterIntersection", true,
                                        "accept contacts only in the cones of their features"};
  core::Data<double> d_angleCone{this, "angleCone", 0.0, "sine of the angle by which every cone is wider"};
  core::Data<double> d_coneFactor{this, "coneFactor", 0.5, "how much of the angle between neighbours cones take in"};
  core::Data<bool> d_useLMDFilters{this, "useLMDFilters", false,
                                   "leave the choice to filters beside the models instead: accept every direction"};

  std::span<const std::string_view> methods() const override;
  /// Whether contacts are chosen by the cones.
  bool filters() const { return d_filterIntersection.value() && !d_useLMDFilters.value(); }
};

}  // namespace sofa::component::collision
