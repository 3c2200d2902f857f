// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/GlobalSystemMatrixExporter.h"

#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::io {

auto GlobalSystemMatrixExporter::find() -> Found {
  // Solvers make their systems in their own init, which may come later than this one's.
  if (!l_linearSystem && !l_linearSystem.isGiven()) l_linearSystem.set(core::findLinearSystem(*context()));
  if (!l_linearSystem) {
    error("No assembled linear system is there to write. Set linearSystem to a MatrixLinearSystem.");
    setInvalid();
    return {};
  }
  if (const auto* a = l_linearSystem->matrix()) return {a, l_linearSystem->path()};
  warning(
      "The linear system {} is matrix-free: no matrix is written. To get one, give its linear solver a template such "
      "as CompressedRowSparseMatrixd.",
      l_linearSystem->path());
  setInvalid();
  return {};
}

namespace {
const auto registered = core::Register("GlobalSystemMatrixExporter", "SofaMatrix",
                                       "writes the assembled matrix of a linear system into files")
                            .add<GlobalSystemMatrixExporter>();
}  // namespace

}  // namespace sofa::component::io
