// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSystem/PrecomputedMatrixSystem.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsystem {

namespace {
const auto registered = core::Register("PrecomputedMatrixSystem", "Sofa.Component.LinearSolver.Preconditioner",
                                       "matrix that is never assembled")
                            .addAs<PrecomputedMatrixSystem>("CompressedRowSparseMatrixd", true);
}

}  // namespace sofa::component::linearsystem
