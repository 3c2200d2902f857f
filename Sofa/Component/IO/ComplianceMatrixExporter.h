// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/IO/MatrixExporter.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"

namespace sofa::component::io {

/// Writes the compliance matrix W of a constraint solver into files, at steps that have constraints.
class ComplianceMatrixExporter : public MatrixExporter {
 public:
  core::Link<core::ConstraintSolver> l_constraintSolver{
      this, "constraintSolver", "solver whose matrix is written; default: the one of the node, above or below"};

 protected:
  Found find() override;

 private:
  linearalgebra::BlockMatrix m_matrix;
};

}  // namespace sofa::component::io
