// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/IO/MatrixExporter.h"
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::component::io {

/// Writes the assembled matrix of a linear system into files.
class GlobalSystemMatrixExporter : public MatrixExporter {
 public:
  core::Link<core::LinearSystem> l_linearSystem{
      this, "linearSystem", "system whose matrix is written; default: that of the node or above, or of a solver there"};

 protected:
  Found find() override;
};

}  // namespace sofa::component::io
