// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/PrecomputedConstraintCorrection.h"

#include <algorithm>
#include <cmath>
#include <fstream>

#include "Sofa/Component/ConstraintLagrangian/FreeMotionResult.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/File.h"

namespace sofa::component::constraintlagrangian {

namespace vec = core::vec;
namespace fs = std::filesystem;
using Quantity = core::OdeSolver::Quantity;

namespace {

/// Lets an iterative solver run to the last digit while it lives.
class ExactSolves {
 public:
  explicit ExactSolves(core::Base& solver) {
    for (const auto& [name, value] : {std::pair{"tolerance", "1e-20"}, {"threshold", "1e-35"}, {"iterations", "5000"}})
      if (auto* data = solver.findData(name)) {
        m_before.emplace_back(data, data->text(0));
        data->read(value);
      }
  }
  ~ExactSolves() {
    for (auto& [data, text] : m_before) data->read(text);
  }
  ExactSolves(const ExactSolves&) = delete;
  ExactSolves& operator=(const ExactSolves&) = delete;

 private:
  std::vector<std::pair<core::BaseData*, std::string>> m_before;
};

}  // namespace

template <class DataTypes>
void PrecomputedConstraintCorrection<DataTypes>::init() {
  m_compliance.resize(0, 0);
  m_computed = false;
  if (!core::requireState(*this, l_mstate)) return;
  m_odeSolver = context()->template up<core::OdeSolver>();
  m_linearSolver = context()->template up<core::LinearSolver>();
  if (m_odeSolver && m_linearSolver) return setValid();
  error("No {} solver in this node or above: add {}.", m_odeSolver ? "linear" : "ODE",
        m_odeSolver ? "one, for example SparseLDLSolver" : "an EulerImplicitSolver");
  setInvalid();
}

/// After the init() of all, since it makes a step.
template <class DataTypes>
void PrecomputedConstraintCorrection<DataTypes>::bwdInit() {
  if (!isValid()) return;
  constexpr Eigen::Index most = 20000;
  if (reals() > most) {
    error(
        "{} reals are too many for a dense compliance, at most {} are allowed: use a LinearSolverConstraintCorrection.",
        reals(), most);
    return setInvalid();
  }
  const bool isRead = !d_recompute.value() && readFile();
  const ExactSolves exact(*m_linearSolver);
  makeFirstStep(*m_odeSolver);
  if (!bindSystem()) return setInvalid();
  if (isRead && fits()) return;
  compute();
  // A file that the scene names may be of use elsewhere.
  if (!d_recompute.value() && (!isRead || d_fileCompliance.value().empty())) writeFile();
  m_computed = true;
  reset();
}

/// In SOFA v26.06 the first step of a run that computed the compliance goes without gravity.
template <class DataTypes>
void PrecomputedConstraintCorrection<DataTypes>::reset() {
  if (m_computed && context()->parent() && core::reproducesSofa(*this)) context()->d_gravity.set(type::Vec3::Zero());
}

template <class DataTypes>
void PrecomputedConstraintCorrection<DataTypes>::makeFirstStep(core::OdeSolver& solver) {
  simulation::MechanicalOperations ops;
  ops.bind(*solver.context());
  struct Before {
    core::BaseState* state;
    std::vector<double> x, v;
  };
  std::vector<Before> before;
  const auto copy = [](std::span<const double> values) { return std::vector<double>(values.begin(), values.end()); };
  for (auto* state : ops.graph().subtree.states)
    before.push_back({state, copy(state->hostRead(vec::position)), copy(state->hostRead(vec::velocity))});
  const double time = context()->time();
  solver.solve(context()->dt(), vec::position, vec::velocity);
  for (const auto& planned : ops.graph().nodes) planned.node->d_time.set(time);  // some solvers move it
  for (auto& [state, x, v] : before) {
    std::ranges::copy(x, state->hostWrite(vec::position).begin());
    std::ranges::copy(v, state->hostWrite(vec::velocity).begin());
  }
  ops.propagatePosition(vec::position);
  ops.propagateVelocity(vec::velocity);
}

template <class DataTypes>
bool PrecomputedConstraintCorrection<DataTypes>::bindSystem() {
  m_ops.bind(*m_linearSolver->context());
  const auto& mapped = m_ops.graph().subtree.mappedStates;
  if (std::ranges::find(mapped, static_cast<core::BaseState*>(l_mstate.get())) != mapped.end()) {
    error("{} is mapped: put the correction beside the state that drives it.", l_mstate->path());
    return false;
  }
  m_ops.allocate(m_rhs);
  m_ops.allocate(m_solution);
  return true;
}

/// How the free motion of the first step changes by a force.
template <class DataTypes>
Eigen::VectorXd PrecomputedConstraintCorrection<DataTypes>::response(const Eigen::VectorXd& force) {
  m_ops.clear(m_rhs);
  m_ops.clear(m_solution);
  std::ranges::copy(force, l_mstate->hostWrite(m_rhs).begin());
  m_linearSolver->solve(m_solution, m_rhs);
  const auto motion = l_mstate->hostRead(m_solution);
  return m_odeSolver->solutionFactor(Quantity::Position, context()->dt()) *
         Eigen::Map<const Eigen::VectorXd>(motion.data(), reals());
}

template <class DataTypes>
void PrecomputedConstraintCorrection<DataTypes>::compute() {
  m_compliance.resize(reals(), reals());
  for (Eigen::Index j = 0; j < reals(); ++j) m_compliance.col(j) = response(Eigen::VectorXd::Unit(reals(), j));
}

/// By one solve, for a force that leaves out no real.
template <class DataTypes>
bool PrecomputedConstraintCorrection<DataTypes>::fits() {
  Eigen::VectorXd force(reals());
  for (Eigen::Index i = 0; i < reals(); ++i) force[i] = std::cos(static_cast<double>(i * i));
  const Eigen::VectorXd expected = response(force);
  constexpr double same = 1e-5;  // what rounding and the tolerances of solvers change is far less
  const double size = expected.norm(), off = (m_compliance * force - expected).norm();
  if (off <= same * size) return true;
  const double apart = off / size;
  warning(
      "{} holds the compliance of another body, stiffness, mass or time step: displacements differ by {:.2g} of their "
      "size. It is computed anew{}.",
      fileName(), apart,
      d_fileCompliance.value().empty() ? ", and the file replaced" : "; give fileCompliance another name to keep it");
  return false;
}

template <class DataTypes>
std::string PrecomputedConstraintCorrection<DataTypes>::fileName() const {
  std::string node = context()->name();
  std::ranges::replace(node, '/', '_');
  const std::string& given = d_fileCompliance.value();
  const std::string name = given.empty() ? fmt::format("{}-{}-{:g}.comp", node, reals(), context()->dt()) : given;
  return (fs::path(d_fileDir.value()) / name).string();
}

/// The reals of the matrix, row by row.
template <class DataTypes>
bool PrecomputedConstraintCorrection<DataTypes>::readFile() {
  const auto bytes = helper::readFile(fileName());
  if (!bytes) {
    if (!d_fileCompliance.value().empty()) warning("{} cannot be read: the compliance is computed.", fileName());
    return false;
  }
  const auto count = static_cast<std::size_t>(reals() * reals());
  m_compliance.resize(reals(), reals());
  if (bytes->size() == count * sizeof(double)) {
    std::memcpy(m_compliance.data(), bytes->data(), bytes->size());
    m_compliance.transposeInPlace();
    if (m_compliance.allFinite()) {
      info("The compliance was read from {}.", fileName());
      return true;
    }
  }
  warning("{} does not hold the compliance of {} reals, {} bytes: it is computed anew.", fileName(), reals(),
          count * sizeof(double));
  return false;
}

template <class DataTypes>
void PrecomputedConstraintCorrection<DataTypes>::writeFile() {
  const linearalgebra::DenseMatrix rows = m_compliance.transpose();
  const std::string_view bytes(reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(double));
  if (m_results.write(fileName(), bytes) == helper::ResultFiles::Outcome::failed)
    info("The compliance will be computed again in the next run.");
  else
    info("The compliance is kept in {} for later runs; set recompute to write none.", fileName());
}

template <class DataTypes>
void PrecomputedConstraintCorrection<DataTypes>::beginProducts(const core::ConstraintProblem& problem) {
  clearRows();
  if (m_compliance.rows() != reals()) return;  // the state has another size than at the beginning
  struct Entry {
    Eigen::Index real;
    double value;
  };
  std::vector<std::vector<Entry>> rows;
  const auto blocks = problem.jacobian.blocks(l_mstate.get());
  core::forEachRow(blocks, [&](std::size_t first, std::size_t last) {
    m_rows.push_back(blocks[first].row);
    auto& entries = rows.emplace_back();
    for (std::size_t k = first; k < last; ++k)
      for (int c = 0; c < DataTypes::derivSize; ++c)
        if (blocks[k].direction[c] != 0)
          entries.push_back({blocks[k].point * DataTypes::derivSize + c, blocks[k].direction[c]});
  });
  endRows(problem);
  const double factor = problem.params.usesPositionFactor() ? 1 : 1 / problem.params.dt;
  for (std::size_t j = 0; j < rows.size(); ++j)
    for (std::size_t i = 0; i < rows.size(); ++i) {
      double w = 0;
      for (const auto& a : rows[i])
        for (const auto& b : rows[j]) w += a.value * m_compliance(a.real, b.real) * b.value;
      m_w(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = factor * w;
    }
  for (std::size_t i = 0; i < rows.size(); ++i)
    m_w(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(i)) +=
        d_regularizationTerm.value() * static_cast<double>(rows[i].size());
}

template <class DataTypes>
void PrecomputedConstraintCorrection<DataTypes>::addCompliance(const core::ConstraintProblem& problem,
                                                               core::ComplianceMatrix& w) {
  beginProducts(problem);
  addTo(w);
}

template <class DataTypes>
void PrecomputedConstraintCorrection<DataTypes>::correct(const core::ConstraintProblem& problem,
                                                         core::VecCoordId xResult, core::VecDerivId vResult) {
  m_forces.setZero(reals());
  m_motion.setZero(reals());
  const std::span<double> forces(m_forces.data(), static_cast<std::size_t>(reals()));
  if (!m_rows.empty() && m_compliance.rows() == reals()) {
    problem.jacobian.addTransposedProduct(l_mstate.get(), problem.lambda, forces);
    m_motion.noalias() = m_compliance * m_forces;
  }
  const std::span<const double> motion(m_motion.data(), forces.size());
  writeResult(problem.params, *l_mstate, motion, 1, 1 / problem.params.dt, xResult, vResult);
}

namespace {
const auto registered =
    core::Register("PrecomputedConstraintCorrection", "Sofa.Component.Constraint.Lagrangian.Correction",
                   "constraint correction with the compliance of the beginning")
        .ignores("rotations", "the compliance does not turn with the elements")
        .ignores("restDeformations", "the compliance does not turn with the elements")
        .ignores("debugViewFrameScale", "the compliance is not drawn")
        .addAll<PrecomputedConstraintCorrection, type::Vec3Types, type::Vec1Types, type::Rigid3Types>(true);
}

}  // namespace sofa::component::constraintlagrangian
