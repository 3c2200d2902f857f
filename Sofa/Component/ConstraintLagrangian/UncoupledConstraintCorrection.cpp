// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/UncoupledConstraintCorrection.h"

#include <algorithm>
#include <numeric>

#include "Sofa/Component/ConstraintLagrangian/FreeMotionResult.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraintlagrangian {

using core::ConstraintParams;

template <class DataTypes>
void UncoupledConstraintCorrection<DataTypes>::init() {
  core::connectMesh(*this, l_topology);
  m_odeSolver = nullptr;
  for (const auto* node = context(); node && !m_odeSolver; node = node->parent())
    m_odeSolver = node->template local<core::OdeSolver>();
  if (!core::requireState(*this, l_mstate)) return;
  if (!m_odeSolver && d_useOdeSolverIntegrationFactors.value()) {
    error(
        "No ODE solver in this node or above: useOdeSolverIntegrationFactors needs one. It is set to false; add a "
        "solver, "
        "for example EulerImplicitSolver.");
    d_useOdeSolverIntegrationFactors.set(false);
  }
  if (!DataTypes::isRigid && !initPoints()) return setInvalid();
  setValid();
}

template <class DataTypes>
void UncoupledConstraintCorrection<DataTypes>::bwdInit() {
  if (DataTypes::isRigid && isValid() && l_mstate && !initRigid()) setInvalid();
}

template <class DataTypes>
bool UncoupledConstraintCorrection<DataTypes>::initPoints() {
  const bool defaultGiven = d_defaultCompliance.isSet();
  if (!d_compliance.isSet() && !defaultGiven)
    warning("Neither compliance nor defaultCompliance is given: {} is used for every point.",
            d_defaultCompliance.value());
  auto compliance = d_compliance.value();
  if (compliance.size() == 1 && defaultGiven && compliance[0] == d_defaultCompliance.value()) compliance.clear();
  const std::size_t size = l_mstate->size();
  if (!compliance.empty() && compliance.size() != size) {
    if (compliance.size() > 1)
      warning("compliance has {} values for {} points: defaultCompliance is used for all of them.", compliance.size(),
              size);
    if (!defaultGiven) d_defaultCompliance.set(compliance[0]);
    if (size > 0) compliance.assign(size, d_defaultCompliance.value());
    core::readAtInit(*this, {&d_defaultCompliance});
  }
  d_compliance.set(compliance);
  const bool zero = d_defaultCompliance.value() == 0 || std::ranges::find(compliance, 0.0) != compliance.end();
  if (zero) error("A compliance is zero: such a point could never be corrected. Give positive values.");
  return !zero;
}

template <class DataTypes>
bool UncoupledConstraintCorrection<DataTypes>::initRigid() {
  auto compliance = d_compliance.value();
  if (d_compliance.counter() != m_ownCompliance) m_followsMass = false;
  if (compliance.size() != 7) {
    if (d_compliance.isSet() && !compliance.empty())
      warning("compliance has {} values where 7 are needed (c, r00, r01, r02, r11, r12, r22): it is replaced.",
              compliance.size());
    FrameCompliance frame;
    frame.linear = d_defaultCompliance.value();
    const double factor = massFactor(context()->dt());
    if (!d_defaultCompliance.isSet()) {
      if (!takeMass(frame)) return false;
      frame.linear *= factor;
    }
    compliance = {frame.linear};
    for (const auto& [i, j] : {std::pair{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}})
      compliance.push_back(factor * frame.rotational(i, j));
    d_compliance.set(compliance);
    m_ownCompliance = d_compliance.counter();
    core::readAtInit(*this, {&d_defaultCompliance, &d_useOdeSolverIntegrationFactors});
  }
  const bool zero = compliance[0] == 0 || compliance[1] == 0 || compliance[4] == 0 || compliance[6] == 0;
  if (zero) error("A compliance on the diagonal is zero: such a frame could never be corrected.");
  return !zero;
}

/// SOFA takes the inertia of the first frame at the beginning for all, and has none that turns.
template <class DataTypes>
bool UncoupledConstraintCorrection<DataTypes>::takeMass(FrameCompliance& first) {
  const auto& frames = m_masses.read(*context());
  if (frames.empty()) {
    error(
        "The compliance of a rigid body is taken from the mass of its node, and there is none, or it is 0. Add a "
        "UniformMass, or give defaultCompliance, or seven values of compliance.");
    return false;
  }
  first = frames.front();
  const auto* turns = context()->template local<core::BaseMass>()->findData("gyroscopic");
  m_followsMass = !core::reproducesSofa(*this) || (turns && turns->text() == "1");
  if (!m_followsMass && std::ranges::any_of(frames, [&](const auto& other) { return other != first; }))
    core::tellDefect(*this, "the compliance of the first body, from its mass, serves those with other masses too",
                     "Give each body a node and a correction of its own, or use LinearSolverConstraintCorrection");
  return true;
}

template <class DataTypes>
double UncoupledConstraintCorrection<DataTypes>::massFactor(double h) const {
  return m_odeSolver && !d_useOdeSolverIntegrationFactors.value() ? h * h : 1.0;
}

template <class DataTypes>
void UncoupledConstraintCorrection<DataTypes>::readMass(const core::ConstraintProblem& problem) const {
  m_frames.clear();
  if (!m_followsMass || d_compliance.counter() != m_ownCompliance) return;
  const double factor = massFactor(problem.params.dt);
  m_frames = m_masses.read(*context());
  for (auto& frame : m_frames) {
    frame.linear *= factor;
    frame.rotational *= factor;
  }
}

template <class DataTypes>
FrameCompliance UncoupledConstraintCorrection<DataTypes>::frameOf(std::size_t point) const {
  if (point < m_frames.size()) return m_frames[point];
  const auto& c = d_compliance.value();
  FrameCompliance frame{c[0]};
  frame.rotational << c[1], c[2], c[3], c[2], c[4], c[5], c[3], c[5], c[6];
  return frame;
}

template <class DataTypes>
double UncoupledConstraintCorrection<DataTypes>::complianceOf(std::size_t point) const {
  const auto& c = d_compliance.value();
  return point < c.size() ? c[point] : d_defaultCompliance.value();
}

template <class DataTypes>
auto UncoupledConstraintCorrection<DataTypes>::times(std::size_t point, const Direction& d) const -> Direction {
  Direction result{};
  if constexpr (DataTypes::isRigid) {
    const FrameCompliance frame = frameOf(point);
    const type::Vec3 rotation = frame.rotational * type::Vec3(d.data() + 3);
    for (int k = 0; k < 3; ++k) {
      result[k] = frame.linear * d[k];
      result[3 + k] = rotation[k];
    }
  } else {
    const double value = complianceOf(point);
    for (int k = 0; k < DataTypes::derivSize; ++k) result[k] = value * d[k];
  }
  return result;
}

template <class DataTypes>
double UncoupledConstraintCorrection<DataTypes>::factor(const ConstraintParams& params) const {
  if (!d_useOdeSolverIntegrationFactors.value() || !m_odeSolver) return 1;
  return m_odeSolver->solutionFactor(
      params.usesPositionFactor() ? core::OdeSolver::Quantity::Position : core::OdeSolver::Quantity::Velocity,
      params.dt);
}

template <class DataTypes>
const core::BaseState* UncoupledConstraintCorrection<DataTypes>::listPoints(
    const core::ConstraintProblem& problem, std::vector<core::PointCompliance>& points) const {
  readMass(problem);
  const double f = factor(problem.params);
  for (std::size_t p = 0; p < l_mstate->size(); ++p) {
    core::PointCompliance& point = points.emplace_back();
    if constexpr (DataTypes::isRigid) {
      const FrameCompliance frame = frameOf(p);
      const type::Mat3& r = frame.rotational;
      point.linear = f * frame.linear;
      point.angular = {f * r(0, 0), f * r(0, 1), f * r(0, 2), f * r(1, 1), f * r(1, 2), f * r(2, 2)};
    } else {
      point.linear = f * complianceOf(p);
    }
  }
  return l_mstate.get();
}

/// Rows meet where they act on the same point.
template <class DataTypes>
void UncoupledConstraintCorrection<DataTypes>::addCompliance(const core::ConstraintProblem& problem,
                                                             core::ComplianceMatrix& w) {
  const auto rows = rowsOf(problem);
  if (rows.empty()) return;
  readMass(problem);
  sortByPoints(rows, factor(problem.params));
  m_rows = rows;
  m_columns.clear();
  m_columnBegins.clear();
  core::forEachRow(rows, [&](std::size_t first, std::size_t) {
    m_columns.push_back(rows[first].row);
    m_columnBegins.push_back(first);
  });
  m_columnBegins.push_back(rows.size());
  w.addColumns(m_columns, [this](int k, core::ComplianceColumn& sum) {
    for (std::size_t block = m_columnBegins[k]; block < m_columnBegins[k + 1]; ++block) addColumn(m_rows[block], sum);
  });
}

/// Stable.
template <class DataTypes>
void UncoupledConstraintCorrection<DataTypes>::sortByPoints(std::span<const core::ConstraintJacobian::Block> rows,
                                                            double factor) {
  m_begins.assign(l_mstate->size() + 1, 0);
  for (const auto& block : rows) ++m_begins[static_cast<std::size_t>(block.point) + 1];
  std::partial_sum(m_begins.begin(), m_begins.end(), m_begins.begin());
  m_byPoint.resize(rows.size());
  for (const auto& block : rows) {  // moves each begin to the next one
    AtPoint& at = m_byPoint[m_begins[static_cast<std::size_t>(block.point)]++];
    at.row = block.row;
    for (int c = 0; c < DataTypes::derivSize; ++c) at.direction[c] = factor * block.direction[c];
  }
  std::shift_right(m_begins.begin(), m_begins.end(), 1);
  m_begins.front() = 0;
}

template <class DataTypes>
void UncoupledConstraintCorrection<DataTypes>::addColumn(const core::ConstraintJacobian::Block& column,
                                                         core::ComplianceColumn& sum) const {
  const auto point = static_cast<std::size_t>(column.point);
  const Direction moved = times(point, column.direction);
  for (int k = m_begins[point]; k < m_begins[point + 1]; ++k) {
    const AtPoint& at = m_byPoint[k];
    double& entry = sum[at.row];
    double value = entry;
    for (int c = 0; c < DataTypes::derivSize; ++c) value += at.direction[c] * moved[c];
    entry = value;
  }
}

/// In SOFA v26.06 forces that act from the beginning move a point only once a force changes at it, and the factor of
/// the step is left out.
template <class DataTypes>
void UncoupledConstraintCorrection<DataTypes>::beginProducts(const core::ConstraintProblem& problem) {
  readMass(problem);
  const bool isSofas = core::reproducesSofa(*this);
  const double wanted = factor(problem.params);
  m_productFactor = isSofas ? 1 : wanted;
  if (isSofas && wanted != 1 && !std::exchange(m_toldOfFactor, true))
    core::tellDefect(*this,
                     fmt::format("a solver that builds no matrix leaves the factor of the step, {:g}, out of this "
                                 "compliance: multipliers are too small by it, and bodies sink into each other",
                                 wanted),
                     "Set useOdeSolverIntegrationFactors=\"0\", or use a solver that builds the matrix, as "
                     "BlockGaussSeidelConstraintSolver");
  m_force.assign(l_mstate->size() * stride, 0.0);
  m_moved = m_force;
  m_rows = rowsOf(problem);
  for (const auto& row : m_rows)
    if (const double force = problem.lambda[row.row]; force != 0)
      for (int c = 0; c < DataTypes::derivSize; ++c) m_force[row.point * stride + c] += row.direction[c] * force;
  if (!isSofas)
    for (std::size_t point = 0; point < l_mstate->size(); ++point) move(point);
  m_rowBegins.resize(static_cast<std::size_t>(problem.rows()) + 1);
  std::size_t next = 0;
  for (int row = 0; row <= problem.rows(); ++row) {
    while (next < m_rows.size() && m_rows[next].row < row) ++next;
    m_rowBegins[static_cast<std::size_t>(row)] = static_cast<int>(next);
  }
  m_triples.clear();
  m_tripleBegins.assign(static_cast<std::size_t>(problem.rows()), none);
  for (const auto& block : problem.blocks())
    if (isTriple(block)) addTriples(block);
}

/// Rows of a contact with friction meet at the same points, most often one after the other's in the same order.
template <class DataTypes>
bool UncoupledConstraintCorrection<DataTypes>::isTriple(const core::ConstraintBlock& block) const {
  const int *begins = m_rowBegins.data() + block.firstRow, length = begins[1] - begins[0];
  if (block.rows != 3 || begins[2] - begins[1] != length || begins[3] - begins[2] != length) return false;
  for (int k = begins[1]; k < begins[3]; ++k)
    if (m_rows[k].point != m_rows[k - length].point) return false;
  return true;
}

template <class DataTypes>
void UncoupledConstraintCorrection<DataTypes>::addTriples(const core::ConstraintBlock& block) {
  const int *begins = m_rowBegins.data() + block.firstRow, length = begins[1] - begins[0];
  m_tripleBegins[block.firstRow] = static_cast<int>(m_triples.size());
  for (int k = begins[0]; k < begins[1]; ++k) {
    Triple& triple = m_triples.emplace_back();
    const auto point = static_cast<std::size_t>(m_rows[k].point);
    triple.start = point * stride;
    if (!DataTypes::isRigid) triple.compliance = m_productFactor * complianceOf(point);
    for (int row = 0; row < 3; ++row)
      for (int c = 0; c < DataTypes::derivSize; ++c)
        triple.direction[row][c / 4][c % 4] = m_rows[k + row * length].direction[c];
  }
}

template <class DataTypes>
auto UncoupledConstraintCorrection<DataTypes>::triplesOf(const core::ConstraintBlock& block) const
    -> std::span<const Triple> {
  const int begin = m_tripleBegins[block.firstRow];
  if (begin == none || block.rows != 3) return {};
  return std::span(m_triples).subspan(begin, m_rowBegins[block.firstRow + 1] - m_rowBegins[block.firstRow]);
}

template <class DataTypes>
void UncoupledConstraintCorrection<DataTypes>::addDiagonalBlock(const core::ConstraintProblem&,
                                                                const core::ConstraintBlock& block,
                                                                linearalgebra::DenseMatrix& w) {
  const auto rows = rowsOf(block);
  for (const auto& column : rows) {
    const Direction moved = times(static_cast<std::size_t>(column.point), column.direction);
    for (const auto& row : rows) {
      if (row.point != column.point) continue;
      for (int c = 0; c < DataTypes::derivSize; ++c)
        w(row.row - block.firstRow, column.row - block.firstRow) += m_productFactor * row.direction[c] * moved[c];
    }
  }
}

template <class DataTypes>
void UncoupledConstraintCorrection<DataTypes>::addDisplacement(const core::ConstraintProblem&,
                                                               const core::ConstraintBlock& block,
                                                               std::span<double> d) {
  if (const auto triples = triplesOf(block); !triples.empty()) {
    Quad sums[3] = {{d[0]}, {d[1]}, {d[2]}};
    for (const Triple& triple : triples)
      for (int k = 0; k < quads; ++k) {
        const Quad moved = loadQuad(m_moved.data() + triple.start + 4 * k);
        for (int row = 0; row < 3; ++row) sums[row] += triple.direction[row][k] * moved;
      }
    for (int row = 0; row < 3; ++row) d[row] = (sums[row][0] + sums[row][1]) + (sums[row][2] + sums[row][3]);
    return;
  }
  for (int row = 0; row < block.rows; ++row) {
    double sum = d[row];  // apart from memory, where it might be one of the forces
    for (int k = m_rowBegins[block.firstRow + row]; k < m_rowBegins[block.firstRow + row + 1]; ++k)
      for (int c = 0; c < DataTypes::derivSize; ++c)
        sum += m_rows[k].direction[c] * m_moved[m_rows[k].point * stride + c];
    d[row] = sum;
  }
}

template <class DataTypes>
void UncoupledConstraintCorrection<DataTypes>::addForce(const core::ConstraintProblem&,
                                                        const core::ConstraintBlock& block,
                                                        std::span<const double> change) {
  if (const auto triples = triplesOf(block); !triples.empty()) {
    const double changes[3] = {change[0], change[1], change[2]};
    for (const Triple& triple : triples) {
      for (int k = 0; k < quads; ++k) {
        double* const at = m_force.data() + triple.start + 4 * k;
        const Quad force = loadQuad(at) + (triple.direction[0][k] * changes[0] + triple.direction[1][k] * changes[1] +
                                           triple.direction[2][k] * changes[2]);
        storeQuad(at, force);
        if (!DataTypes::isRigid) storeQuad(m_moved.data() + triple.start + 4 * k, triple.compliance * force);
      }
      if (DataTypes::isRigid) move(triple.start / stride);
    }
    return;
  }
  const auto rows = rowsOf(block);
  for (const auto& row : rows)
    for (int c = 0; c < DataTypes::derivSize; ++c)
      m_force[row.point * stride + c] += row.direction[c] * change[row.row - block.firstRow];
  for (const auto& row : rows) move(static_cast<std::size_t>(row.point));
}

template <class DataTypes>
void UncoupledConstraintCorrection<DataTypes>::move(std::size_t point) {
  constexpr int width = DataTypes::derivSize;
  const double* force = m_force.data() + point * stride;
  double* moved = m_moved.data() + point * stride;
  if constexpr (DataTypes::isRigid) {
    Direction whole{};
    std::copy_n(force, width, whole.begin());
    const Direction turned = times(point, whole);
    for (int c = 0; c < width; ++c) moved[c] = m_productFactor * turned[c];
  } else {
    const double compliance = m_productFactor * complianceOf(point);
    for (int c = 0; c < width; ++c) moved[c] = compliance * force[c];
  }
}

template <class DataTypes>
void UncoupledConstraintCorrection<DataTypes>::correct(const core::ConstraintProblem& problem, core::VecCoordId xResult,
                                                       core::VecDerivId vResult) {
  constexpr std::size_t width = DataTypes::derivSize;
  const ConstraintParams& params = problem.params;
  m_force.assign(l_mstate->size() * width, 0.0);
  problem.jacobian.addTransposedProduct(l_mstate.get(), problem.lambda, m_force);
  for (std::size_t p = 0; p < l_mstate->size(); ++p) {
    Direction force{};
    std::copy_n(m_force.begin() + p * width, width, force.begin());
    std::copy_n(times(p, force).begin(), width, m_force.begin() + p * width);
  }
  double fx = d_correctionPositionFactor.value(), fv = d_correctionVelocityFactor.value();
  if (d_useOdeSolverIntegrationFactors.value() && m_odeSolver) {
    fx = m_odeSolver->solutionFactor(core::OdeSolver::Quantity::Position, params.dt);
    fv = m_odeSolver->solutionFactor(core::OdeSolver::Quantity::Velocity, params.dt);
  } else if (params.usesPositionFactor()) {
    fv /= params.dt;
  }
  writeResult(params, *l_mstate, m_force, fx, fv, xResult, vResult);
}

namespace {
const auto registered =
    core::Register("UncoupledConstraintCorrection", "Sofa.Component.Constraint.Lagrangian.Correction",
                   "constraint correction by a compliance of each point alone")
        .addAll<UncoupledConstraintCorrection, type::Vec1Types, type::Vec2Types, type::Vec3Types, type::Rigid3Types>();
}

}  // namespace sofa::component::constraintlagrangian
