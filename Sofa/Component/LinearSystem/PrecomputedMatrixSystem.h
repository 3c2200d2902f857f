// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSystem/MatrixLinearSystem.h"

namespace sofa::component::linearsystem {

/// A matrix that is never assembled: a place for one that a preconditioner was to have from elsewhere.
class PrecomputedMatrixSystem : public MatrixLinearSystem {
 public:
  void build(const core::MechanicalParams&) override {}
  bool announcesMatrix() const override { return false; }
};

}  // namespace sofa::component::linearsystem
