// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Helper/Results.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::odesolver {

/// Variational integrator of second order, symplectic: it carries momenta p instead of velocities and keeps the energy
/// without drift (Kharevych et al., Geometric, Variational Integrators for Computer Animation, 2006).
///
/// Implicit form, the midpoint rule, by Newton iterations for d = h v' / 2:
///     (4/h^2) M d = f(x + d) + (2/h) p,   x' = x + 2 d,   p' = M v' + (h/2) f(x + d).
/// The velocities of the state are those of the middle of the step. Explicit form: p' = p + h f(x), x' = x + h M^-1 p'.
class VariationalSymplecticSolver : public core::OdeSolver {
 public:
  template <class T>
  using Data = core::Data<T>;

  Data<double> d_newtonError{this, "newtonError", 0.01,
                             "change of the positions, relative to the positions, below which iterations stop"};
  Data<unsigned> d_steps{this, "steps", 5u, "most Newton iterations of a step; the first one is always done"};
  Data<double> d_rayleighStiffness{this, "rayleighStiffness", 0.0,
                                   "Rayleigh damping in proportion to the stiffness (s)"};
  Data<double> d_rayleighMass{this, "rayleighMass", 0.0, "Rayleigh damping in proportion to the mass (1/s)"};
  Data<bool> d_saveEnergyInFile{this, "saveEnergyInFile", false, "write the energies of each step to a file"};
  Data<bool> d_explicitIntegration{this, "explicitIntegration", false, "explicit form, without linear system"};
  Data<std::string> d_file{this, "file", "", "file for the energies: one line of comma-separated values per step"};
  Data<bool> d_computeHamiltonian{
      this, "computeHamiltonian", true,
      "compute the energy of each step; takes one more linear solve if masses are not lumped"};
  Data<double> d_hamiltonianEnergy{
      this, "hamiltonianEnergy", 0.0, "kinetic plus potential energy at the end of the step (J)", {.readOnly = true}};
  Data<bool> d_incrementalPotential{this, "useIncrementalPotentialEnergy", true,
                                    "potential energy by summing up the work of the forces since the first step; if "
                                    "false, that of the force fields that know theirs"};
  core::Link<core::LinearSolver> l_linearSolver{this, "linearSolver",
                                                "linear solver; default: the first at or below this node"};

  void init() override;
  void reset() override { m_hasMomentum = false; }
  void cleanup() override { m_output.reset(); }
  void solve(double dt, core::VecCoordId xResult, core::VecDerivId vResult) override;
  double solutionFactor(Quantity, double) const override { return 0; }
  double integrationFactor(Quantity start, Quantity result, double h) const override {
    return factorOf(start, result, h, 0, 0);
  }
  void archive(core::Archive& archive) override;

 protected:
  void parseExtra(core::ComponentDescription& description) override;

 private:
  void prepareFile();
  void warnAboutTurningInertia();
  void startMomentum();
  void solveExplicit(double h, core::VecCoordId xResult, core::VecDerivId vResult);
  void solveImplicit(double h, core::VecCoordId xResult, core::VecDerivId vResult);
  /// Solves for d, leaving x + d in `x`.
  void findMidpoint(double h, core::VecCoordId x);
  double kineticEnergy();
  void recordEnergy(double h, core::VecCoordId x, core::VecDerivId v);

  simulation::MechanicalOperations m_ops;
  simulation::TemporaryDeriv m_momentum, m_rhs, m_solution, m_inverse;
  simulation::TemporaryCoord m_start, m_previous;
  bool m_hasMomentum = false;
  double m_work = 0;  // of the forces since the first step, with the opposite sign
  std::unique_ptr<helper::ResultStream> m_output;
  bool m_hasTitle = false;  // the file's first line
  bool m_toldUnknown = false;
};

}  // namespace sofa::component::odesolver
