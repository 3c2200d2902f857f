// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/ComplianceMatrixExporter.h"

#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::io {

auto ComplianceMatrixExporter::find() -> Found {
  // A loop may have made the solver in its own init.
  if (!l_constraintSolver && !l_constraintSolver.isGiven())
    l_constraintSolver.set(core::findConstraintSolver(*context()));
  if (!l_constraintSolver) {
    error(
        "No constraint solver is there whose matrix could be written. Set constraintSolver, e.g. to a "
        "BlockGaussSeidelConstraintSolver.");
    setInvalid();
    return {};
  }
  const auto* w = l_constraintSolver->lastMatrix();
  if (!w) {
    info("{} had no constraints at this step, or works without a matrix: none is written.", l_constraintSolver->path());
    return {};
  }
  m_matrix = w->byRows();
  return {&m_matrix, l_constraintSolver->path()};
}

namespace {
const auto registered = core::Register("ComplianceMatrixExporter", "SofaMatrix",
                                       "writes the compliance matrix of a constraint solver into files")
                            .add<ComplianceMatrixExporter>();
}  // namespace

}  // namespace sofa::component::io
