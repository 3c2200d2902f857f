// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ODESolver/VariationalSymplecticSolver.h"

#include "Sofa/Component/ODESolver/LinearSolverSearch.h"
#include "Sofa/Component/ODESolver/MassQueries.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Profiler.h"
#include "Sofa/Simulation/Mechanics/RestingVectors.h"

namespace sofa::component::odesolver {

namespace vec = core::vec;

void VariationalSymplecticSolver::parseExtra(core::ComponentDescription& description) {
  if (description.take("verbose"))
    warning("Attribute 'verbose' has no use in this component; remove it from the scene.");
}

void VariationalSymplecticSolver::init() {
  m_ops.bind(*context(), context()->d_tags.value());
  setValid();
  requireLinearSolver(*this, l_linearSolver);
  warnAboutTurningInertia();
  prepareFile();
}

/// What it keeps from step to step is M v, with M of the beginning of the step: a turning inertia acts twice then. The
/// explicit form projects masses onto the state itself alone.
void VariationalSymplecticSolver::warnAboutTurningInertia() {
  std::vector<core::BaseMass*> masses;
  context()->collectDown(masses);
  for (const auto* mass : masses) {
    const auto* turns = mass->findData("gyroscopic");
    const bool isMapped = mass->context()->local<core::BaseMapping>() != nullptr;
    if (!turns || turns->text() != "1" || (d_explicitIntegration.value() && !isMapped)) continue;
    return warning(
        "{} has gyroscopic=\"1\", which this solver gets wrong: the body precesses by another rate, however small the "
        "step. Use an EulerImplicitSolver, a NewmarkImplicitSolver or a RungeKutta4Solver.",
        mass->path());
  }
}

void VariationalSymplecticSolver::prepareFile() {
  m_output.reset();
  if (!d_saveEnergyInFile.value()) return;
  if (!d_computeHamiltonian.value()) {
    warning("saveEnergyInFile has nothing to save without energies: set computeHamiltonian=\"true\".");
    return;
  }
  if (d_file.value().empty()) {
    error("saveEnergyInFile is set but file is not: no energies are saved. Name a file.");
    return;
  }
  m_output = std::make_unique<helper::ResultStream>(
      d_file.value(), [this](auto severity, auto text) { message(severity, std::move(text)); });
  m_hasTitle = false;
  if (!m_output->check()) m_output.reset();
}

void VariationalSymplecticSolver::startMomentum() {
  core::MechanicalParams params;
  params.dx = vec::velocity;
  m_ops.clear(m_momentum);
  m_ops.addMdx(params, m_momentum, 1.0);
  m_work = 0;
  m_hasMomentum = true;
}

void VariationalSymplecticSolver::solve(double h, core::VecCoordId xResult, core::VecDerivId vResult) {
  m_ops.beginStep({.dt = h});
  if (!m_hasMomentum || context()->time() == 0) startMomentum();
  if (d_explicitIntegration.value())
    solveExplicit(h, xResult, vResult);
  else
    solveImplicit(h, xResult, vResult);
  if (d_computeHamiltonian.value()) recordEnergy(h, xResult, vResult);
}

void VariationalSymplecticSolver::solveExplicit(double h, core::VecCoordId xResult, core::VecDerivId vResult) {
  core::MechanicalParams params;
  params.dt = h;
  m_ops.computeForce(params, vec::force);
  m_ops.sum(m_rhs, vec::force, m_momentum, 1 / h);
  m_ops.allocate(m_solution);
  m_ops.accFromF(params, m_solution, m_rhs);
  if (d_rayleighMass.value() > 0) m_ops.addScaled(m_solution, vec::velocity, -d_rayleighMass.value());
  m_ops.projectResponse(params, m_solution);
  m_ops.copy(vResult, m_solution);
  m_ops.scale(vResult, h);
  m_ops.integrate(xResult, vec::position, vResult, h);
  params.dx = vResult;
  m_ops.clear(m_momentum);
  m_ops.addMdx(params, m_momentum, 1.0);
  m_work -= h * m_ops.dot(vec::force, vResult);
}

void VariationalSymplecticSolver::findMidpoint(double h, core::VecCoordId x) {
  const double rM = d_rayleighMass.value(), rK = d_rayleighStiffness.value();
  core::MechanicalParams params;
  params.dt = h;
  params.implicit = true;
  params.x = x;
  core::MechanicalParams tangent = params, matrix = params;
  tangent.dx = m_solution;
  tangent.kFactor = -1;
  matrix.mFactor = 4 / (h * h) + 4 * rM / h;
  matrix.kFactor = -1 - 4 * rK / h;
  const double scale = std::sqrt(m_ops.dot(m_start, m_start));
  m_ops.clear(m_solution);
  double change = 0;
  for (unsigned i = 0; i == 0 || (i < d_steps.value() && change > d_newtonError.value()); ++i) {
    m_ops.computeForceAndLinearise(params, vec::force);
    m_ops.sum(m_rhs, vec::force, m_momentum, 2 / h);
    m_ops.propagateDx(m_solution);
    m_ops.addMBKdx(tangent, m_rhs);
    m_ops.projectResponse(params, m_rhs);
    {
      const helper::ProfileScope scope("MBKSolve");
      l_linearSolver->build(matrix);
      l_linearSolver->solve(m_solution, m_rhs);
    }
    m_ops.copy(m_previous, x);
    m_ops.integrate(x, m_start, m_solution, 1.0);
    change = std::sqrt(m_ops.squaredDistance(x, m_previous)) / scale;
    m_ops.propagatePosition(x);
  }
}

void VariationalSymplecticSolver::solveImplicit(double h, core::VecCoordId xResult, core::VecDerivId vResult) {
  m_ops.copy(m_start, vec::position);
  if (xResult != vec::position) {
    m_ops.copy(xResult, vec::position);
    m_ops.propagatePosition(xResult);
  }
  findMidpoint(h, xResult);

  m_ops.copy(vResult, m_solution);
  m_ops.scale(vResult, 2 / h);
  m_ops.integrate(xResult, m_start, vResult, h / 2);
  core::MechanicalParams params;
  params.dt = h;
  params.x = xResult;
  params.v = vResult;
  m_ops.computeForce(params, vec::force);
  m_ops.projectResponse(params, vec::force);
  params.dx = vResult;
  m_ops.clear(m_momentum);
  m_ops.addScaled(m_momentum, vec::force, h / 2);
  m_ops.addMdx(params, m_momentum, 1.0);
  m_ops.integrate(xResult, xResult, vResult, h / 2);
  m_work -= 2 * m_ops.dot(vec::force, m_solution);
}

double VariationalSymplecticSolver::kineticEnergy() {
  core::MechanicalParams matrix;
  matrix.mFactor = 1;
  m_ops.clear(m_inverse);
  if (massesAreDiagonal(m_ops)) {
    m_ops.accFromF(matrix, m_inverse, m_momentum);
  } else {
    l_linearSolver->build(matrix);
    l_linearSolver->solve(m_inverse, m_momentum);
  }
  return 0.5 * m_ops.dot(m_momentum, m_inverse);
}

void VariationalSymplecticSolver::recordEnergy(double h, core::VecCoordId x, core::VecDerivId v) {
  const double kinetic = kineticEnergy();
  double potential = m_work;
  if (!d_incrementalPotential.value()) {
    core::MechanicalParams params;
    params.dt = h;
    params.x = x;
    params.v = v;
    m_ops.propagatePosition(x);
    const auto energy = m_ops.potentialEnergy(params);
    potential = energy.known;
    if (energy.unknown && !std::exchange(m_toldUnknown, true))
      warning(
          "{} has no potential energy: hamiltonianEnergy leaves it out. Set useIncrementalPotentialEnergy=\"true\".",
          energy.unknown->path());
  }
  d_hamiltonianEnergy.set(kinetic + potential);
  if (!m_output) return;
  fmt::memory_buffer line;
  if (!std::exchange(m_hasTitle, true))
    fmt::format_to(std::back_inserter(line), "time,kinetic energy,potential energy, hamiltonian energy\n");
  fmt::format_to(std::back_inserter(line), "{},{},{},{}\n", context()->time() + h, kinetic, potential,
                 kinetic + potential);
  if (!m_output->write({line.data(), line.size()})) m_output.reset();
}

void VariationalSymplecticSolver::archive(core::Archive& archive) {
  archive.io(m_hasMomentum);
  archive.io(m_work);
  m_ops.archive(archive, m_momentum);
  simulation::archiveResting(archive, *context(), m_momentum);
}

namespace {
const auto registered =
    core::Register("VariationalSymplecticSolver", "Sofa.Component.ODESolver.Backward",
                   "variational symplectic integrator, implicit or explicit, with energy report")
        .ignores("threadSafeVisitor", "visits of components run in parallel where they can (--threads)")
        .wasCalled("VariationalSolver", "SOFA v24.12")
        .add<VariationalSymplecticSolver>();
}

}  // namespace sofa::component::odesolver
