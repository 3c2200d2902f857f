// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/LCPForceFeedback.h"

#include <chrono>

#include "Sofa/Core/ObjectModel/Event.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraintlagrangian {

namespace vec = core::vec;

template <class DataTypes>
void LCPForceFeedback<DataTypes>::init() {
  m_solver = this->context()->template up<core::ConstraintSolver>();
  m_state = dynamic_cast<core::State<DataTypes>*>(core::mechanicalState(*this->context()));
  if (!m_solver)
    this->error(
        "No constraint solver is visible from this node: add one above, such as BlockGaussSeidelConstraintSolver, "
        "before this component.");
  if (!m_state)
    this->error(
        "No mechanical state of type {} is visible from this node: add a MechanicalObject before this component.",
        DataTypes::name());
  if (!m_solver || !m_state) return this->setInvalid();
  this->setValid();
}

template <class DataTypes>
void LCPForceFeedback<DataTypes>::reset() {
  const std::lock_guard lock(m_places);
  m_published = -1;
}

template <class DataTypes>
void LCPForceFeedback<DataTypes>::handleEvent(core::Event& event) {
  if (!core::eventAs<core::AnimateEndEvent>(event) || !this->isValid() || !m_solver || !m_state) return;
  int place = 0;
  {
    const std::lock_guard lock(m_places);
    while (place == m_published || place == m_used) ++place;
  }
  store(m_steps[place]);
  const std::lock_guard lock(m_places);
  m_published = place;
}

template <class DataTypes>
void LCPForceFeedback<DataTypes>::store(Step& step) {
  const auto solved = m_solver->lastSolve();
  step.blocks.clear();
  step.rows.clear();
  step.isPrepared = false;
  if (!solved.problem) return;
  const auto* compliance = m_solver->lastMatrix();
  if (!compliance) {
    if (!std::exchange(m_toldOfMatrix, true))
      this->warning("{} works without the matrix W: there is no force. Take BlockGaussSeidelConstraintSolver.",
                    m_solver->path());
    return;
  }
  const auto& problem = *solved.problem;
  const auto rows = problem.jacobian.blocks(m_state.get());
  step.blocks.assign(problem.blocks().begin(), problem.blocks().end());
  step.violation.assign(problem.violation().begin(), problem.violation().end());
  step.lambda = problem.lambda;
  step.rows.assign(rows.begin(), rows.end());
  step.free = m_state->coords(vec::freePosition);
  step.compliance.matrix() = *compliance;
  constexpr double finer = 0.001;
  step.tolerance = finer * solved.tolerance;
}

namespace {

/// From `from` to `to`; turns count where asked for.
type::Vec6 motion(const type::RigidCoord<3>& from, const type::RigidCoord<3>& to, bool turns) {
  type::Vec6 d = type::Vec6::Zero();
  d.head<3>() = to.center - from.center;
  if (turns) d.tail<3>() = type::rotationVector(to.orientation * from.orientation.conjugate());
  return d;
}
type::Vec1 motion(const type::Vec1& from, const type::Vec1& to, bool) { return to - from; }

}  // namespace

/// The problem of the step with violations moved by J (x - x_f).
template <class DataTypes>
void LCPForceFeedback<DataTypes>::solve(Step& step, const VecCoord& x) {
  auto moved = step.violation;
  const bool isOne = d_localHapticConstraintAllFrames.value();
  for (const auto& row : step.rows) {
    const auto point = static_cast<std::size_t>(isOne ? 0 : row.point);
    if (point >= x.size() || point >= step.free.size()) continue;
    const auto d = motion(step.free[point], x[point], d_derivRotations.value());
    for (int k = 0; k < static_cast<int>(d.size()); ++k) moved[row.row] += row.direction[k] * d[k];
  }
  m_problem.clear({});
  for (const auto& block : step.blocks) m_problem.addBlock(block, std::span(moved).subspan(block.firstRow, block.rows));
  m_problem.lambda = step.lambda;
  if (!std::exchange(step.isPrepared, true)) m_sweep.prepare(m_problem, step.compliance);
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(d_solverTimeout.value());
  for (int i = 0; i < d_solverMaxIt.value(); ++i)
    if (m_sweep.run(m_problem, step.compliance, step.tolerance).error < step.tolerance || Clock::now() > end) break;
  step.lambda = m_problem.lambda;
}

template <class DataTypes>
void LCPForceFeedback<DataTypes>::computeForce(const VecCoord& x, VecDeriv& forces) {
  forces.assign(x.size(), DataTypes::Deriv::Zero());
  if (!this->d_activate.value()) return;
  const std::lock_guard one(m_poses);
  {
    const std::lock_guard lock(m_places);
    m_used = m_published;
  }
  if (m_used < 0 || m_steps[m_used].rows.empty()) return;
  Step& step = m_steps[m_used];
  solve(step, x);
  const bool isOne = d_localHapticConstraintAllFrames.value();
  for (const auto& row : step.rows) {
    const auto point = static_cast<std::size_t>(isOne ? 0 : row.point);
    if (point >= x.size()) continue;
    for (int k = 0; k < static_cast<int>(forces[point].size()); ++k)
      forces[point][k] += d_forceCoef.value() * row.direction[k] * step.lambda[row.row];
  }
}

namespace {

/// No force, whatever the pose.
class NullForceFeedback final : public core::ForceFeedback {};

template <class DataTypes>
class NullForceFeedbackT final : public core::StateForceFeedback<DataTypes> {
 public:
  void computeForce(const typename DataTypes::VecCoord& x, typename DataTypes::VecDeriv& forces) override {
    forces.assign(x.size(), DataTypes::Deriv::Zero());
  }
};

const auto registered = core::Register("LCPForceFeedback", "Sofa.Component.Haptics",
                                       "the force of constraints at poses that a haptic device takes between two steps")
                            .addAll<LCPForceFeedback, type::Rigid3Types, type::Vec1Types>();
const auto registeredNull = core::Register("NullForceFeedback", "Sofa.Component.Haptics", "no force on a haptic device")
                                .add<NullForceFeedback>();
const auto registeredNullT = core::Register("NullForceFeedbackT", "Sofa.Component.Haptics", "no force on any point")
                                 .addAll<NullForceFeedbackT, type::Rigid3Types, type::Vec1Types>();

}  // namespace

template class LCPForceFeedback<type::Rigid3Types>;
template class LCPForceFeedback<type::Vec1Types>;

}  // namespace sofa::component::constraintlagrangian
