// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <future>

#include "Sofa/Component/LinearSolver/SparseLDLSolver.h"

namespace sofa::component::linearsolver {

/// SparseLDLSolver that factorises in the background, while the factors of an older matrix serve (Courtecuisse et al.,
/// Asynchronous Preconditioners for Efficient Solving of Non-linear Deformations, 2010).
///
/// The first matrix is factorised at once, and so is one for another time step or other unknowns. Every
/// assemblingRate-th build of the system starts a factorisation in a thread of its own, whose factors serve from `lag`
/// steps later on; a step that needs them waits. So results do not depend on timing, unless floatingLag asks for that.
/// If another component builds the system, such as that of a preconditioned solver, it decides when.
class AsyncSparseLDLSolver : public SparseLDLSolver {
 public:
  Data<bool> d_enableAssembly{
      this, "enableAssembly", true, "kept for scenes that set it: assemblingRate decides", {.displayed = false}};
  Data<unsigned> d_assemblingRate{this, "assemblingRate", 4,
                                  "the system is built and factorised once in so many times; the first time at once"};
  Data<unsigned> d_lag{this, "lag", 1,
                       "factors serve from so many steps after their matrix was built on, and are made in the "
                       "background until then; 0: they are made at once"};
  Data<bool> d_floatingLag{this, "floatingLag", false,
                           "if true, factors serve as soon as they are ready, and the system is built again then, "
                           "whatever lag and assemblingRate say: no step waits, but results depend on timing"};

  ~AsyncSparseLDLSolver() override { discard(); }

  void init() override;
  void build(const core::MechanicalParams& params) override;
  void reset() override { startOver(); }
  void archive(core::Archive& archive) override;

 protected:
  bool prepare(const linearalgebra::BlockMatrix& a) override;
  void beforeSolve() override;
  const linearalgebra::BlockMatrix& solvedMatrix() const override { return m_matrix; }

 private:
  using Factors = std::array<double, 3>;
  /// A factorisation that runs, or ran, in the background.
  struct Job {
    linearalgebra::BlockMatrix matrix;
    linearalgebra::SparseLDL factors;
    linearalgebra::FactorResult result;
    bool analysed = false;
    void run();
  };

  bool isUnderWay() const { return m_done.valid(); }
  void startOver();
  void discard();
  void launch();
  /// A step began: takes new factors over if they are due.
  void stepPassed();
  /// Waits for the factorisation under way, if there is one, and lets its factors serve.
  void adopt();

  unsigned m_builds = 0;
  bool m_buildsItself = false;  ///< rather than another component
  bool m_startsOver = true, m_isResumed = false;
  Factors m_factors{};                  ///< of mass, damping and stiffness in the matrix
  linearalgebra::BlockMatrix m_matrix;  ///< whose factors serve
  Job m_job;
  std::future<void> m_done;
  unsigned m_age = 0;  ///< of the factorisation under way, in steps
  double m_time = 0;   ///< of the last solve
};

}  // namespace sofa::component::linearsolver
