#pragma once
#include <array>

#include "Sofa/Component/LinearSolver/SparseLDLSolver.h"

namespace sofa::component::linearsolver {

/// SparseLDLSolver whose factors serve for some builds of the system, of which the others are left out. SOFA factorises
/// in the background meanwhile, and takes the new factors whenever they are ready; here their number is fixed, so that
/// results do not depend on timing.
class AsyncSparseLDLSolver : public SparseLDLSolver {
 public:
  Data<bool> d_enableAssembly{
      this, "enableAssembly", true, "kept for scenes that set it: assemblingRate decides", {.displayed = false}};
  Data<unsigned> d_assemblingRate{this, "assemblingRate", 4,
                                  "the system is built and factorised once in so many times; the first time at once"};

  void init() override;
  void build(const core::MechanicalParams& params) override;
  void reset() override { m_builds = 0; }
  void archive(core::Archive& archive) override;

 private:
  using Factors = std::array<double, 3>;
  unsigned m_builds = 0;
  Factors m_factors{};  ///< of mass, damping and stiffness in the matrix
};

}  // namespace sofa::component::linearsolver
