// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSystem/MatrixImage.h"
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::component::linearsystem {

/// The pattern of an assembled matrix as a bitmap.
class GlobalSystemMatrixImage : public MatrixImage {
 public:
  core::Link<core::LinearSystem> l_linearSystem{
      this, "linearSystem", "system whose matrix is shown; default: that of the node or above, or of a solver there"};

  void bwdInit() override;

 protected:
  void stepped() override;
  std::optional<std::string> paint() const override;

 private:
  bool m_toldMatrixFree = false;
};

}  // namespace sofa::component::linearsystem
