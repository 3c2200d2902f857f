#include "Sofa/Component/ConstraintLagrangian/UncoupledConstraintCorrection.h"

#include "Sofa/Component/ConstraintLagrangian/FreeMotionResult.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraintlagrangian {

using core::ConstraintParams;

template <class DataTypes>
void UncoupledConstraintCorrection<DataTypes>::init() {
  if (!l_mstate) l_mstate.set(dynamic_cast<core::State<DataTypes>*>(core::mechanicalState(*context())));
  if (!l_topology) l_topology.set(core::meshTopology(*context()));
  m_odeSolver = nullptr;
  for (const auto* node = context(); node && !m_odeSolver; node = node->parent())
    m_odeSolver = node->template local<core::OdeSolver>();
  if (!l_mstate) {
    error("No mechanical state of type {} is visible from this node.", DataTypes::name());
    return setInvalid();
  }
  if (!m_odeSolver && d_useOdeSolverIntegrationFactors.value()) {
    error(
        "No ODE solver in this node or above: useOdeSolverIntegrationFactors needs one. It is set to false; add a "
        "solver, "
        "for example EulerImplicitSolver.");
    d_useOdeSolverIntegrationFactors.set(false);
  }
  if (!(DataTypes::isRigid ? initRigid() : initPoints())) return setInvalid();
  setValid();
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
  }
  d_compliance.set(compliance);
  const bool zero = d_defaultCompliance.value() == 0 || std::ranges::find(compliance, 0.0) != compliance.end();
  if (zero) error("A compliance is zero: such a point could never be corrected. Give positive values.");
  return !zero;
}

template <class DataTypes>
bool UncoupledConstraintCorrection<DataTypes>::initRigid() {
  auto compliance = d_compliance.value();
  if (compliance.size() != 7) {
    if (d_compliance.isSet() && !compliance.empty())
      warning("compliance has {} values where 7 are needed (c, r00, r01, r02, r11, r12, r22): it is replaced.",
              compliance.size());
    const double h = context()->dt();
    const double g = m_odeSolver && !d_useOdeSolverIntegrationFactors.value() ? h * h : 1.0;
    double c = d_defaultCompliance.value();
    type::Mat3 inverseInertia = type::Mat3::Identity();
    if (!d_defaultCompliance.isSet() && !inverseMass(*context(), c, inverseInertia)) {
      error(
          "The compliance of a rigid body is taken from a UniformMass of this node, which must be declared before this "
          "component; there is none. Give defaultCompliance, or seven values of compliance.");
      return false;
    }
    if (!d_defaultCompliance.isSet()) c *= g;
    compliance = {c};
    for (const auto& [i, j] : {std::pair{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}})
      compliance.push_back(g * inverseInertia(i, j));
    d_compliance.set(compliance);
  }
  const bool zero = compliance[0] == 0 || compliance[1] == 0 || compliance[4] == 0 || compliance[6] == 0;
  if (zero) error("A compliance on the diagonal is zero: such a frame could never be corrected.");
  return !zero;
}

template <class DataTypes>
void UncoupledConstraintCorrection<DataTypes>::applyCompliance(std::span<double> d) const {
  const auto& compliance = d_compliance.value();
  constexpr std::size_t width = DataTypes::derivSize;
  if constexpr (DataTypes::isRigid) {
    type::Mat3 r;
    r << compliance[1], compliance[2], compliance[3], compliance[2], compliance[4], compliance[5], compliance[3],
        compliance[5], compliance[6];
    for (std::size_t i = 0; i + width <= d.size(); i += width) {
      for (int k = 0; k < 3; ++k) d[i + k] *= compliance[0];
      Eigen::Map<type::Vec3> rotation(d.data() + i + 3);
      rotation = (r * rotation).eval();
    }
  } else {
    for (std::size_t i = 0; i < d.size(); ++i)
      d[i] *= i / width < compliance.size() ? compliance[i / width] : d_defaultCompliance.value();
  }
}

template <class DataTypes>
double UncoupledConstraintCorrection<DataTypes>::factor(const ConstraintParams& params) const {
  if (!d_useOdeSolverIntegrationFactors.value() || !m_odeSolver) return 1;
  return m_odeSolver->solutionFactor(
      params.usesPositionFactor() ? core::OdeSolver::Quantity::Position : core::OdeSolver::Quantity::Velocity,
      params.dt);
}

template <class DataTypes>
void UncoupledConstraintCorrection<DataTypes>::addCompliance(const ConstraintParams& params,
                                                             const core::ConstraintJacobian& jacobian,
                                                             linearalgebra::DenseMatrix& w) {
  const auto entries = jacobian.entries(l_mstate.get());
  if (entries.empty()) return;
  const double f = factor(params);
  // One row J_i at a time: C J_i^T meets every other row.
  m_force.assign(l_mstate->size() * DataTypes::derivSize, 0.0);
  for (std::size_t first = 0; first < entries.size();) {
    std::size_t last = first;
    while (last < entries.size() && entries[last].row == entries[first].row) ++last;
    for (std::size_t k = first; k < last; ++k) m_force[entries[k].column] += entries[k].value;
    applyCompliance(m_force);
    for (const auto& entry : entries) w(entry.row, entries[first].row) += f * entry.value * m_force[entry.column];
    std::fill(m_force.begin(), m_force.end(), 0.0);
    first = last;
  }
}

template <class DataTypes>
void UncoupledConstraintCorrection<DataTypes>::correct(const ConstraintParams& params,
                                                       const core::ConstraintJacobian& jacobian,
                                                       std::span<const double> lambda, core::VecCoordId xResult,
                                                       core::VecDerivId vResult) {
  m_force.assign(l_mstate->size() * DataTypes::derivSize, 0.0);
  jacobian.addTransposedProduct(l_mstate.get(), lambda, m_force);
  applyCompliance(m_force);
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
        .add<UncoupledConstraintCorrection<type::Vec1Types>>()
        .add<UncoupledConstraintCorrection<type::Vec2Types>>()
        .add<UncoupledConstraintCorrection<type::Vec3Types>>()
        .add<UncoupledConstraintCorrection<type::Rigid3Types>>();
}

}  // namespace sofa::component::constraintlagrangian
