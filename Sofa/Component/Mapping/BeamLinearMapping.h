#pragma once
#include "Sofa/Component/Mapping/SparseMapping.h"

namespace sofa::component::mapping {

/// Points along a chain of bodies, carried by the two at the ends of their segment: with arms a0 and a1 from these,
///
///     p = (1 - s) (c_i + a0) + s (c_{i+1} + a1),   s = 3 t^2 - 2 t^3 at the fraction t of the segment.
/// Coordinates of a point are x = number of the segment + t, and y and z in units of the segment's length.
template <class In, class Out>
class BeamLinearMapping : public SparseMapping<In, Out> {
 public:
  using Base = SparseMapping<In, Out>;
  using typename Base::InVecCoord;
  using typename Base::OutVecCoord;

  core::Data<bool> d_localCoord{this, "localCoord", true,
                                "if true, positions of the output at start are such coordinates, else in space"};

  bool isLinear() const override { return true; }
  void init() override;
  void apply(OutVecCoord& out, const InVecCoord& in) override;

 private:
  type::Vec3 locate(const InVecCoord& in, const type::Vec3& p) const;

  OutVecCoord m_points;
  std::vector<double> m_lengths;  // one per body, the last again for what lies beyond the end
};

}  // namespace sofa::component::mapping
