#pragma once
#include "Sofa/Component/LinearSolver/SparseLDLSolver.h"

namespace sofa::component::linearsolver {

/// SparseLDLSolver under the name of the variant that factorises in the background. Here every matrix is factorised
/// when it is solved, so that results do not depend on timing.
class AsyncSparseLDLSolver : public SparseLDLSolver {
 public:
  Data<bool> d_enableAssembly{this,
                              "enableAssembly",
                              true,
                              "kept for scenes that set it: the matrix is assembled and factorised at every build",
                              {.displayed = false}};
};

}  // namespace sofa::component::linearsolver
