// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MatrixProjection.h"

namespace sofa::component::linearsystem {

/// Says of an ordered pair of states that the Jacobians of the mappings above them do not change, so that assembly
/// keeps those of the first time (docs/manual/solvers.md, "Mapped states"). Products J1^T K J2 keep their patterns in
/// any case.
class MatrixProjectionMethod : public core::MatrixProjection {
 public:
  core::Data<bool> d_areJacobiansConstant{this, "areJacobiansConstant", false,
                                          "if true, the Jacobians of the first assembly are kept"};
  core::MultiLink<core::BaseState> l_mechanicalStates{this, "mechanicalStates",
                                                      "the states of rows and columns; one alone stands for both"};

  void init() override;
  bool areJacobiansConstant() const override { return d_areJacobiansConstant.value(); }
  bool concerns(const core::BaseState* row, const core::BaseState* column) const override;
};

/// The same, but later Jacobians are known by the values of their nonzero entries only, which stand where those of the
/// first assembly stood: a Jacobian whose zeros move is not the right one any more, and trajectories of SOFA v26.06
/// have it so.
class ConstantSparsityProjectionMethod : public MatrixProjectionMethod {
 public:
  core::Data<bool> d_parallelProduct{this, "parallelProduct", true,
                                     "kept for scenes that set it: products run in parallel in any case"};

  bool keepsPlacesOfNonzeros() const override { return true; }
};

}  // namespace sofa::component::linearsystem
