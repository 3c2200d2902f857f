// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mapping/ArmJacobian.h"
#include "Sofa/Component/Mapping/SparseMapping.h"

namespace sofa::component::mapping {

/// Points along a chain of bodies, carried by the two at the ends of their segment: with arms a0 and a1 from these,
///
///     p = (1 - s) (c_i + a0) + s (c_{i+1} + a1),   s = 3 t^2 - 2 t^3 at the fraction t of the segment.
/// Coordinates of a point are x = number of the segment + t, and y and z in units of the segment's length.
template <class In, class Out>
class BeamLinearMapping : public SparseMapping<In, Out, ArmJacobian> {
 public:
  using Base = SparseMapping<In, Out, ArmJacobian>;
  using typename Base::InVecCoord;
  using typename Base::OutVecCoord;

  core::Data<bool> d_localCoord{this, "localCoord", true,
                                "if true, positions of the output at start are such coordinates, else in space"};

  bool isLinear() const override { return true; }
  void init() override;
  /// Points of a segment that lost an end stay where they are.
  bool topologyChanged(const core::MeshChanges& changes) override;
  void archive(core::Archive& archive) override;
  void apply(OutVecCoord& out, const InVecCoord& in) override;

 private:
  type::Vec3 locate(const InVecCoord& in, const type::Vec3& p) const;

  /// Where a point is in its segment.
  struct Place {
    std::array<type::Index, 2> bodies;  ///< at the ends; invalidIndex if it is not there any more
    double s;                           ///< weight of the second body
    type::Vec3 arms[2];                 ///< in the frames of the bodies at the ends
  };
  static bool isThere(const Place& place) {
    return place.bodies[0] != type::invalidIndex && place.bodies[1] != type::invalidIndex;
  }
  Place place(const type::Vec3& coordinates) const;

  std::vector<Place> m_places;
  std::size_t m_needed = 0;          // bodies
  std::vector<double> m_lengths;     // one per body, the last again for what lies beyond the end
  std::vector<type::Mat3> m_frames;  // of the bodies
};

}  // namespace sofa::component::mapping
