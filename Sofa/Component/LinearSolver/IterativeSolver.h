// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/LinearSolver/SystemSpace.h"
#include "Sofa/Core/Contract/LastSolution.h"
#include "Sofa/Core/Contract/SolveReport.h"

namespace sofa::component::linearsolver {

/// What Krylov methods share: they know the system by its products, keep their vectors on the states, and tell how a
/// solve ended.
class IterativeSolver : public core::LinearSolver, public core::SolveReport, public core::LastSolution {
 public:
  template <class T>
  using Data = core::Data<T>;

  Data<int> d_nbThreads{this, "nbThreads", 0, "kept for scenes that set it: solvers use the threads of the program"};
  Data<std::string> d_taskSchedulerType{this, "taskSchedulerType", "_default",
                                        "kept for scenes that set it: there is one scheduler"};
  Data<bool> d_parallelInverseProduct{this, "parallelInverseProduct", false,
                                      "kept for scenes that set it; affects speed only"};
  Data<bool> d_fullReset{this, "fullReset", false,
                         "if true, a reset forgets the last solution and how many solves there were; else methods that "
                         "start from a guess go on from it"};
  core::Link<core::LinearSystem> l_linearSystem{this, "linearSystem",
                                                "system to solve; default: one made for this solver, matrix-free "
                                                "unless the template names a matrix"};

  core::LinearSystem* linearSystem() const override { return l_linearSystem.get(); }
  void build(const core::MechanicalParams& params) override;
  void reset() override { m_wasReset = true; }
  std::string otherEnds() const override;
  /// One solve per row of J, each from zero; only for assembled systems.
  bool addComplianceProduct(linearalgebra::DenseMatrix& w, const linearalgebra::SparseRows& j, double factor) override;
  std::span<const double> lastRightHandSide() const override { return m_lastB; }
  std::span<const double> lastSolution() const override { return m_lastX; }

 protected:
  /// Lives as long as a solve: at its end, b and s are kept if the system is an assembled one.
  class Keeping {
   public:
    Keeping(IterativeSolver& solver, core::VecDerivId s, core::VecDerivId b) : m_solver(solver), m_s(s), m_b(b) {}
    ~Keeping() { m_solver.keep(m_s, m_b); }
    Keeping(const Keeping&) = delete;
    Keeping& operator=(const Keeping&) = delete;

   private:
    IterativeSolver& m_solver;
    core::VecDerivId m_s, m_b;
  };
  /// Finds or makes the system; a class for matrix-free ones has to be given.
  void connect(std::string_view matrixFreeClass);
  /// To be called before a solve starts from the guess s: in the first one after a reset, fullReset clears it.
  void startFrom(core::VecDerivId s);
  using End = mechanics::SolveEnd;
  /// Counts the solve. The first that stopped at the limit, and the first that met numbers that are not finite, are
  /// reported; the summary of a run tells how many there were.
  void finish(End end, unsigned iterations, double relativeResidual);
  /// Reports once that the threshold stopped a solve far from its solution.
  void reportRough(unsigned iterations, double relativeResidual);
  /// Reports once that p.Ap <= 0 for a direction p.
  void reportIndefinite(double curvature);
  /// Reports once that p.Ap = 0 for a direction p.
  void reportSingular();
  /// Replaces a tolerance below zero, with a warning.
  void checkPositive(Data<double>& data);

  simulation::MechanicalOperations m_ops;

 private:
  void keep(core::VecDerivId s, core::VecDerivId b);
  /// name="value" of a Data.
  std::string describe(const char* name) const;

  simulation::TemporaryDeriv m_row, m_response;
  std::vector<double> m_flat, m_lastB, m_lastX;
  bool m_isForCompliance = false;  ///< the present solve is one for a row of J
  std::size_t m_stoppedByThreshold = 0;
  bool m_wasReset = false, m_toldKept = false;
  bool m_toldUnconverged = false, m_toldNotFinite = false, m_toldIndefinite = false, m_toldThreshold = false,
       m_toldSingular = false;
};

}  // namespace sofa::component::linearsolver
