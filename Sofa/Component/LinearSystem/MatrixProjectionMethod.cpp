// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSystem/MatrixProjectionMethod.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsystem {

void MatrixProjectionMethod::init() {
  setValid();
  const std::size_t count = l_mechanicalStates.size();
  bool good = count == 1 || count == 2;
  for (const auto* state : l_mechanicalStates) good &= state != nullptr;
  if (good) return;
  error(
      "mechanicalStates=\"{}\" must name the two states whose matrix is projected, for example \"@dofs @dofs\". This "
      "component has no effect.",
      l_mechanicalStates.text());
  setInvalid();
}

bool MatrixProjectionMethod::concerns(const core::BaseState* row, const core::BaseState* column) const {
  if (!isValid() || l_mechanicalStates.size() == 0) return false;
  return l_mechanicalStates[0] == row && l_mechanicalStates[l_mechanicalStates.size() - 1] == column;
}

namespace {
const auto registered = core::Register("MatrixProjectionMethod", "Sofa.Component.LinearSystem",
                                       "says whether the Jacobians above two mapped states are constant")
                            .addAs<MatrixProjectionMethod>("CompressedRowSparseMatrixd", true);
const auto registeredConstantSparsity =
    core::Register("ConstantSparsityProjectionMethod", "Sofa.Component.LinearSystem",
                   "as MatrixProjectionMethod: the patterns of the products are kept in any case")
        .addAs<ConstantSparsityProjectionMethod>("CompressedRowSparseMatrixd", true);
}  // namespace

}  // namespace sofa::component::linearsystem
