// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSystem/MatrixFreeSystem.h"

namespace sofa::component::linearsystem {

/// A matrix-free system that also builds, every `assemblingRate`-th time, the assembled system of a preconditioner with
/// the same factors. That one is also built where its size no longer fits.
class PreconditionedMatrixFreeSystem : public MatrixFreeSystem {
 public:
  core::Data<unsigned> d_assemblingRate{
      this, "assemblingRate", 1u, "the preconditioner is built once in so many times", {.aliases = {"update_step"}}};
  core::Link<core::LinearSystem> l_preconditionerSystem{this, "preconditionerSystem",
                                                        "system of the preconditioner; set by the solver"};

  void init() override;
  void reset() override { m_builds = 0; }
  void build(const core::MechanicalParams& params) override;
  void archive(core::Archive& archive) override;

 private:
  std::size_t m_builds = 0;
  const core::LinearSystem* m_built = nullptr;  ///< the system built last
};

}  // namespace sofa::component::linearsystem
