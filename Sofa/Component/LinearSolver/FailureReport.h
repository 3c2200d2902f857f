// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/LinearAlgebra/SparseLDL.h"

namespace sofa::component::linearsolver {

/// "row 37 (y of point 12 of /beam/dofs)".
std::string describeRow(const core::LinearSystem& system, int row);

/// What is wrong with a matrix whose factorisation ended like that, where, and what may help.
std::string explainFailure(const core::LinearSystem& system, const linearalgebra::BlockMatrix& a,
                           const linearalgebra::FactorResult& result);

}  // namespace sofa::component::linearsolver
