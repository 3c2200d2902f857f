// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/ContactSides.h"

#include "Sofa/Core/ObjectModel/Archive.h"

namespace sofa::core {

std::optional<ContactSides> ContactSides::apart(CollisionModel& first, CollisionModel& second) {
  ContactSides sides;
  sides.m_first = first.createContactPoints();
  sides.m_second = second.createContactPoints();
  if (!sides.m_first || !sides.m_second) return std::nullopt;
  return sides;
}

std::optional<ContactSides> ContactSides::together(CollisionModel& first, CollisionModel& second) {
  if (&first != &second) return apart(first, second);
  ContactSides sides;
  sides.m_first = first.createContactPoints();
  if (!sides.m_first) return std::nullopt;
  return sides;
}

std::optional<ContactSides> ContactSides::shared(CollisionModel& first, CollisionModel& second,
                                                 ContactPointsPool& pool) {
  ContactSides sides;
  sides.m_first = pool.pointsOf(first);
  sides.m_second = pool.pointsOf(second);
  if (!sides.m_first || !sides.m_second) return std::nullopt;
  return sides;
}

void ContactSides::restart(std::size_t count) {
  m_first->restart(m_second ? count : 2 * count);
  if (m_second) m_second->restart(count);
}

auto ContactSides::attach(const DetectionOutput& output) -> Ends {
  Ends ends;
  ends.index1 = m_first->attach(output.point1, output.element1, ends.radius1);
  ends.index2 = second().attach(output.point2, output.element2, ends.radius2);
  return ends;
}

void ContactSides::finish() {
  m_first->finish();
  if (m_second) m_second->finish();
}

void ContactSides::archive(Archive& archive) {
  m_first->archive(archive);
  if (m_second) m_second->archive(archive);
  if (archive.isLoading() && archive.isGood()) finish();
}

bool ContactSides::owns(const Component& component) const {
  return m_first->owns(component) || (m_second && m_second->owns(component));
}

}  // namespace sofa::core
