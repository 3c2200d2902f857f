// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSystem/GlobalSystemMatrixImage.h"

#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsystem {

void GlobalSystemMatrixImage::bwdInit() {
  if (!l_linearSystem && !l_linearSystem.isGiven()) l_linearSystem.set(core::findLinearSystem(*context()));
  if (l_linearSystem) return;
  error("No linear system is there to show. Set linearSystem to a MatrixLinearSystem.");
  setInvalid();
}

void GlobalSystemMatrixImage::stepped() {
  if (l_linearSystem && !l_linearSystem->matrix() && !std::exchange(m_toldMatrixFree, true))
    warning(
        "The linear system {} is matrix-free: there is no matrix to show. To get one, give its linear solver a "
        "template "
        "such as CompressedRowSparseMatrixd.",
        l_linearSystem->path());
}

std::optional<std::string> GlobalSystemMatrixImage::paint() const {
  const auto* a = l_linearSystem ? l_linearSystem->matrix() : nullptr;
  if (!a || a->rows() == 0) return std::nullopt;
  return patternBitmap(*a);
}

namespace {
const auto registered =
    core::Register("GlobalSystemMatrixImage", "SofaMatrix.Qt", "the pattern of an assembled matrix as a bitmap")
        .add<GlobalSystemMatrixImage>();
}  // namespace

}  // namespace sofa::component::linearsystem
