// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mapping/ArmJacobian.h"
#include "Sofa/Component/Mapping/SparseMapping.h"

namespace sofa::component::mapping {

/// Circles of points around a chain of bodies, in the y-z plane of each: the surface of a tube. A peak narrows it to a
/// point at its begin (> 0) or end (< 0).
///
/// Forces are not pulled by the transpose of J: each body takes those of all circles before it too, which follows
/// reference trajectories, not mechanics. An assembled system has the true transpose.
template <class In, class Out>
class TubularMapping : public SparseMapping<In, Out, ArmJacobian> {
 public:
  using Base = SparseMapping<In, Out, ArmJacobian>;
  using typename Base::InVecCoord;
  using typename Base::InVecDeriv;
  using typename Base::OutVecCoord;
  using typename Base::OutVecDeriv;

  core::Data<type::Index> d_nbPointsOnEachCircle{this, "nbPointsOnEachCircle", 0, "number of points on each circle"};
  core::Data<double> d_radius{this, "radius", 0.0, "radius of the tube", {.required = true}};
  core::Data<int> d_peak{this, "peak", 0, "number of circles over which the tube becomes a point, < 0 at its end"};

  bool isLinear() const override { return true; }
  void init() override;
  void apply(OutVecCoord& out, const InVecCoord& in) override;
  void applyJT(InVecDeriv& in, const OutVecDeriv& out) override;

 private:
  double radiusOf(std::size_t circle, std::size_t circles) const;
};

}  // namespace sofa::component::mapping
