#include "Sofa/Component/ConstraintLagrangian/ContactConstraint.h"

#include <utility>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/ObjectModel/Archive.h"

namespace sofa::component::constraintlagrangian {

using type::Vec3;

std::array<Vec3, 3> contactFrame(const Vec3& normal) {
  Vec3 s = normal.cross(Vec3(normal.z(), normal.x(), normal.y()));
  constexpr double smallest = 1e-10;  // n parallel to (1, 1, 1)
  if (s.norm() < smallest) s = normal.cross(Vec3(1, 0, 0));
  s.normalize();
  return {normal, (-normal).cross(s), s};
}

namespace {
/// Under another identity the multipliers of a contact that is new are not found by the next solve.
std::int64_t identityOf(const ContactConstraint::Contact& contact, bool isNew) {
  return isNew ? ~contact.identity : contact.identity;
}
}  // namespace

void ContactConstraint::init() {
  BaseLagrangianConstraint::init();
  if (core::requireState(*this, l_object1) && core::requireState(*this, l_object2)) setValid();
}

/// Tangential rows measure the slip after the impact: with the normal gap going from delta at the beginning of the step
/// to deltaFree at its end, the part (1 - h) of the motion, h = delta / (delta - deltaFree).
auto ContactConstraint::violationOf(const Contact& c, const Frame& frame, const core::ConstraintParams& params) const
    -> Rows {
  const Vec3 &p = l_object2->coords(params.x)[c.index2], &q = l_object1->coords(params.x)[c.index1];
  const double delta = (p - q).dot(c.normal) - c.distance;
  if (!params.usesPositionFactor()) {
    const Vec3 v = l_object2->derivs(params.vFree)[c.index2] - l_object1->derivs(params.vFree)[c.index1];
    return {v.dot(frame[0]) + delta / params.dt, v.dot(frame[1]), v.dot(frame[2])};
  }
  const Vec3 &pFree = l_object2->coords(params.xFree)[c.index2], &qFree = l_object1->coords(params.xFree)[c.index1];
  const double deltaFree = (pFree - qFree).dot(c.normal) - c.distance;
  const Vec3 motion = (pFree - p) - (qFree - q);
  const double reference = (pFree - p).norm() + (qFree - q).norm();
  constexpr double small = 1e-5, parallel = 1e-3;
  double slip = 1;
  const bool stays = std::abs(delta) < small * reference && std::abs(deltaFree) < small * reference;
  if (!stays && std::abs(delta - deltaFree) > parallel * delta) {
    const double h = delta / (delta - deltaFree);
    slip = h > 0 && h < 1 ? 1 - h : (deltaFree < 0 ? 1.0 : 0.0);
  }
  return {deltaFree, slip * motion.dot(frame[1]), slip * motion.dot(frame[2])};
}

void ContactConstraint::addRows(core::ConstraintProblem& problem) {
  core::ConstraintJacobian::Adder addTo1(problem.jacobian, l_object1.get()), addTo2(problem.jacobian, l_object2.get());
  for (const Contact& c : m_contacts) {
    if (!hasPoints(c)) continue;
    const auto frame = contactFrame(c.normal);
    const Rows violation = violationOf(c, frame, problem.params);
    core::ConstraintBlock block;
    setLaw(block, c);
    block.tolerance = c.tolerance;
    block.identity = identityOf(c, m_isNew);
    block.startsFromLast = m_warmStart != 0;
    const int rows = rowsOf(c);
    const int first = problem.addBlock(block, std::span(violation.data(), rows));
    for (int k = 0; k < rows; ++k) {
      addTo1(first + k, c.index1, Vec3(-frame[k]));
      addTo2(first + k, c.index2, frame[k]);
    }
  }
  m_wasNew = std::exchange(m_isNew, false);
  m_dt = problem.params.dt;
}

void ContactConstraint::listActing(const core::OdeSolver& solver, std::vector<core::ActingContact>& list) const {
  // Nothing was solved yet, or a state left the scene.
  if (m_dt == 0 || !l_object1 || !l_object2) return;
  const double newtons = solver.solutionFactor(core::OdeSolver::Quantity::Acceleration, m_dt);
  for (const Contact& c : m_contacts) {
    if (!hasPoints(c)) continue;
    core::ConstraintBlock block;
    block.identity = identityOf(c, m_wasNew);
    Rows lambda{};
    kept().read(block, std::span(lambda.data(), rowsOf(c)));
    const auto frame = contactFrame(c.normal);
    const Vec3 force = newtons * (lambda[0] * frame[0] + lambda[1] * frame[1] + lambda[2] * frame[2]);
    list.push_back({l_object1->positions()[c.index1], l_object2->positions()[c.index2], c.normal, force});
  }
}

void ContactConstraint::archive(core::Archive& archive) {
  BaseLagrangianConstraint::archive(archive);
  archive.io(m_isNew);
}

void ContactConstraint::draw(core::DrawList& list) const {
  if (!l_object1 || !l_object2 || !list.shows(type::DisplayFlags::InteractionForceFields)) return;
  constexpr type::Color red{1, 0, 0, 1}, green{0, 1, 0, 1};
  const auto &x1 = l_object1->positions(), &x2 = l_object2->positions();
  for (const Contact& c : m_contacts) {
    if (c.index1 >= x1.size() || c.index2 >= x2.size()) continue;
    const Vec3 &q = x1[c.index1], &p = x2[c.index2];
    list.line(q, p, 1, (p - q).dot(c.normal) < c.distance ? red : green);
  }
}

}  // namespace sofa::component::constraintlagrangian
