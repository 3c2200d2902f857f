// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/ContactConstraint.h"

#include <utility>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Helper/Parallel.h"

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
/// Under another identity the multipliers of a contact that is new are not found by the next solve, which starts from
/// zero there. The contact with the number 0 has no other one: its solve starts from what the first one found.
std::int64_t identityOf(const ContactConstraint::Contact& contact, bool isNew) {
  return isNew ? -contact.identity : contact.identity;
}
}  // namespace

void ContactConstraint::init() {
  BaseLagrangianConstraint::init();
  if (core::requireState(*this, l_object1) && core::requireState(*this, l_object2)) setValid();
}

/// Found once for all contacts: threads share the loop over them.
ContactConstraint::Motion::Motion(const core::State<type::Vec3Types>& state, const core::ConstraintParams& params)
    : x(state.coords(params.x)) {
  if (params.usesPositionFactor())
    xFree = &state.coords(params.xFree);
  else
    vFree = &state.derivs(params.vFree);
}

/// Tangential rows measure the slip after the impact: with the normal gap going from delta at the beginning of the step
/// to deltaFree at its end, the part (1 - h) of the motion, h = delta / (delta - deltaFree).
auto ContactConstraint::violationOf(const Contact& c, const Frame& frame, const Motion& motion1, const Motion& motion2,
                                    double dt) -> Rows {
  const Vec3 &p = motion2.x[c.index2], &q = motion1.x[c.index1];
  const double delta = (p - q).dot(c.normal) - c.distance;
  if (motion1.vFree) {
    const Vec3 v = (*motion2.vFree)[c.index2] - (*motion1.vFree)[c.index1];
    return {v.dot(frame[0]) + delta / dt, v.dot(frame[1]), v.dot(frame[2])};
  }
  const Vec3 &pFree = (*motion2.xFree)[c.index2], &qFree = (*motion1.xFree)[c.index1];
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

template <class Use>
void ContactConstraint::forContacts(const Use& use) {
  constexpr std::size_t contactsAtOnce = 256;
  helper::parallelChunks(m_contacts.size(), contactsAtOnce, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) use(m_contacts[i], m_motions[i]);
  });
}

void ContactConstraint::findMotions(const core::ConstraintParams& params) {
  const Motion motion1(*l_object1, params), motion2(*l_object2, params);
  const std::size_t size1 = l_object1->size(), size2 = l_object2->size();
  m_motions.resize(m_contacts.size());
  forContacts([&](const Contact& c, ContactMotion& motion) {
    motion.hasPoints = c.index1 < size1 && c.index2 < size2;
    if (!motion.hasPoints) return;
    motion.frame = contactFrame(c.normal);
    motion.violation = violationOf(c, motion.frame, motion1, motion2, params.dt);
  });
}

/// Row after row; where both points are of one state, that of the first point comes first.
void ContactConstraint::addDirections(core::ConstraintJacobian& jacobian, int firstRow, std::size_t rows) {
  const bool oneState = l_object1.get() == l_object2.get();
  const std::size_t stride = oneState ? 2 : 1;
  const auto of2 = jacobian.extend(l_object2.get(), stride * rows);
  const auto of1 = oneState ? of2 : jacobian.extend(l_object1.get(), rows);
  forContacts([&](const Contact& c, const ContactMotion& motion) {
    if (!motion.hasPoints) return;
    for (int k = 0; k < rowsOf(c); ++k) {
      const Vec3& d = motion.frame[static_cast<std::size_t>(k)];
      const int row = motion.firstRow + k;
      const std::size_t place = stride * static_cast<std::size_t>(row - firstRow);
      of1[place] = {row, static_cast<int>(c.index1), {-d[0], -d[1], -d[2]}};
      of2[place + stride - 1] = {row, static_cast<int>(c.index2), {d[0], d[1], d[2]}};
    }
  });
}

void ContactConstraint::addRows(core::ConstraintProblem& problem) {
  findMotions(problem.params);
  const int firstRow = problem.rows();
  for (std::size_t i = 0; i < m_contacts.size(); ++i) {
    const Contact& c = m_contacts[i];
    ContactMotion& motion = m_motions[i];
    if (!motion.hasPoints) continue;
    core::ConstraintBlock block;
    setLaw(block, c);
    block.tolerance = c.tolerance;
    block.identity = identityOf(c, m_isNew);
    block.startsFromLast = m_warmStart != 0;
    motion.firstRow = problem.addBlock(block, std::span(motion.violation.data(), rowsOf(c)));
  }
  addDirections(problem.jacobian, firstRow, static_cast<std::size_t>(problem.rows() - firstRow));
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
