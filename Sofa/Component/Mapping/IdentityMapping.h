// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/Mapping.h"

namespace sofa::component::mapping {

/// Output points are the input points. Between different point types the common components are copied
/// and the others are zero; of a body only its position is taken.
template <class In, class Out>
class IdentityMapping : public core::Mapping<In, Out> {
 public:
  using Base = core::Mapping<In, Out>;
  using typename Base::InVecCoord;
  using typename Base::InVecDeriv;
  using typename Base::OutVecCoord;
  using typename Base::OutVecDeriv;

  bool isLinear() const override { return true; }
  void init() override;
  /// The points of the output are those of the input.
  bool topologyChanged(const core::MeshChanges& changes) override;
  void apply(OutVecCoord& out, const InVecCoord& in) override;
  void applyJ(OutVecDeriv& out, const InVecDeriv& in) override;
  void applyJT(InVecDeriv& in, const OutVecDeriv& out) override;
  void buildJacobian(core::JacobianMatrix* jacobian) override;
  std::size_t jacobianRevision() const override { return 1; }
};

}  // namespace sofa::component::mapping
