// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSystem/ComplianceMatrixImage.h"

#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsystem {

void ComplianceMatrixImage::bwdInit() {
  if (!l_constraintSolver && !l_constraintSolver.isGiven())
    l_constraintSolver.set(core::findConstraintSolver(*context()));
  if (l_constraintSolver) return;
  error(
      "No constraint solver is there whose matrix could be shown. Set constraintSolver, e.g. to a "
      "BlockGaussSeidelConstraintSolver.");
  setInvalid();
}

std::optional<std::string> ComplianceMatrixImage::paint() const {
  const auto* w = l_constraintSolver ? l_constraintSolver->lastMatrix() : nullptr;
  if (!w) return std::nullopt;
  return patternBitmap(w->byRows());
}

namespace {
const auto registered = core::Register("ComplianceMatrixImage", "SofaMatrix",
                                       "the pattern of the compliance matrix of a constraint solver as a bitmap")
                            .add<ComplianceMatrixImage>();
}  // namespace

}  // namespace sofa::component::linearsystem
