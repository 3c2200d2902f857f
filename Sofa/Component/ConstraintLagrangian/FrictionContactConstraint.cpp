#include "Sofa/Component/ConstraintLagrangian/FrictionContactConstraint.h"

#include <charconv>

namespace sofa::component::constraintlagrangian {

using core::CollisionModel;
using core::DetectionOutput;

FrictionContactConstraint::FrictionContactConstraint(CollisionModel& first, CollisionModel& second,
                                                     const core::Intersection& intersection,
                                                     std::unique_ptr<core::ContactPoints> points1,
                                                     std::unique_ptr<core::ContactPoints> points2)
    : Contact(first, second),
      m_intersection(intersection),
      m_points1(std::move(points1)),
      m_points2(std::move(points2)),
      m_constraint(std::make_shared<UnilateralLagrangianConstraint>()) {
  m_constraint->setClass("UnilateralLagrangianConstraint", UnilateralLagrangianConstraint::staticTemplateName());
  m_constraint->l_object1.set(&m_points1->state());
  m_constraint->l_object2.set(&(m_points2 ? *m_points2 : *m_points1).state());
  m_constraint->setValid();
  setResponse(m_constraint);
}

bool FrictionContactConstraint::owns(const core::Component& component) const {
  return Contact::owns(component) || m_points1->owns(component) || (m_points2 && m_points2->owns(component));
}

bool FrictionContactConstraint::setParameter(const std::string& name, const std::string& value) {
  double* wanted = name == "mu" ? &m_friction : name == "tol" ? &m_tolerance : nullptr;
  if (!wanted) return false;
  const char* end = value.data() + value.size();
  const auto [rest, problem] = std::from_chars(value.data(), end, *wanted);
  return problem == std::errc() && rest == end;
}

void FrictionContactConstraint::setOutputs(const std::vector<DetectionOutput>& outputs) {
  auto selected = m_distinct.select(outputs);
  if (first().d_contactStiffness.value() == 0 || second().d_contactStiffness.value() == 0) {
    if (!std::exchange(m_toldOfStiffness, true))
      first().error("contactStiffness is 0 here or at {}: the {} contacts of these models have no effect.",
                    second().path(), selected.size());
    selected = {};
  }
  const double skin =
      m_intersection.contactDistance() + first().d_contactDistance.value() + second().d_contactDistance.value();
  m_constraint->clear();
  core::ContactPoints& points2 = m_points2 ? *m_points2 : *m_points1;
  m_points1->restart(m_points2 ? selected.size() : 2 * selected.size());
  if (m_points2) m_points2->restart(selected.size());
  for (const DetectionOutput* output : selected) {
    UnilateralLagrangianConstraint::Contact contact;
    double radius1 = 0, radius2 = 0;
    contact.index1 = m_points1->attach(output->point1, output->element1, radius1);
    contact.index2 = points2.attach(output->point2, output->element2, radius2);
    contact.normal = output->normal;
    contact.distance = skin + radius1 + radius2;
    contact.friction = m_friction;
    contact.tolerance = m_tolerance;
    contact.identity = output->id;
    m_constraint->add(contact);
  }
  m_points1->finish();
  if (m_points2) m_points2->finish();
}

namespace {
const core::RegisterContact registered("FrictionContactConstraint",
                                       [](CollisionModel& a, CollisionModel& b,
                                          const core::Intersection& intersection) -> std::unique_ptr<core::Contact> {
                                         auto points1 = a.createContactPoints();
                                         auto points2 = &a == &b ? nullptr : b.createContactPoints();
                                         if (!points1 || (&a != &b && !points2)) return nullptr;
                                         return std::make_unique<FrictionContactConstraint>(
                                             a, b, intersection, std::move(points1), std::move(points2));
                                       });
}  // namespace

}  // namespace sofa::component::constraintlagrangian
