// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSystem/MatrixImage.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"

namespace sofa::component::linearsystem {

/// The pattern of the compliance matrix W of a constraint solver as a bitmap; "invalid matrix" at steps without
/// constraints, and for solvers that work without the matrix.
class ComplianceMatrixImage : public MatrixImage {
 public:
  core::Link<core::ConstraintSolver> l_constraintSolver{
      this, "constraintSolver", "solver whose matrix is shown; default: the one of the node, above or below"};

  void bwdInit() override;

 protected:
  std::optional<std::string> paint() const override;
};

}  // namespace sofa::component::linearsystem
