// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/LagrangianContact.h"

#include <charconv>

namespace sofa::component::constraintlagrangian {

using core::CollisionModel;
using core::DetectionOutput;

LagrangianContact::LagrangianContact(CollisionModel& first, CollisionModel& second,
                                     const core::Intersection& intersection, core::ContactSides sides,
                                     std::shared_ptr<ContactConstraint> constraint, double friction)
    : Contact(first, second),
      m_intersection(intersection),
      m_sides(std::move(sides)),
      m_constraint(std::move(constraint)),
      m_friction(friction) {
  m_constraint->l_object1.set(&m_sides.state1());
  m_constraint->l_object2.set(&m_sides.state2());
  m_constraint->setValid();
  setResponse(m_constraint);
}

bool LagrangianContact::setParameter(const std::string& name, const std::string& value) {
  double* wanted = name == "mu" ? &m_friction : name == "tol" ? &m_tolerance : m_constraint->setting(name);
  if (!wanted) return false;
  const char* end = value.data() + value.size();
  const auto [rest, problem] = std::from_chars(value.data(), end, *wanted);
  return problem == std::errc() && rest == end;
}

void LagrangianContact::setOutputs(const std::vector<DetectionOutput>& outputs) {
  auto selected = m_distinct.select(outputs, DistinctContacts::sizeOfPlaces(m_intersection, first(), second()));
  if (first().d_contactStiffness.value() == 0 || second().d_contactStiffness.value() == 0) {
    if (!std::exchange(m_toldOfStiffness, true))
      first().error("contactStiffness is 0 here or at {}: the {} contacts of these models have no effect.",
                    second().path(), selected.size());
    selected = {};
  }
  const double skin =
      m_intersection.contactDistance() + first().d_contactDistance.value() + second().d_contactDistance.value();
  m_constraint->clear();
  for (const DetectionOutput* output : selected) {
    const auto ends = m_sides.attach(*output);
    ContactConstraint::Contact contact;
    contact.index1 = ends.index1;
    contact.index2 = ends.index2;
    contact.normal = output->normal;
    contact.distance = skin + ends.radius1 + ends.radius2;
    contact.friction = m_friction;
    contact.tolerance = m_tolerance;
    contact.identity = output->id;
    m_constraint->add(contact);
  }
}

bool LagrangianContact::listActing(std::vector<core::ActingContact>& list) const {
  if (!first().context() || !second().context()) return true;  // a model left the scene
  const auto* solver = first().context()->up<core::OdeSolver>();
  if (!solver) solver = second().context()->up<core::OdeSolver>();
  if (solver) m_constraint->listActing(*solver, list);
  return solver != nullptr;
}

}  // namespace sofa::component::constraintlagrangian
