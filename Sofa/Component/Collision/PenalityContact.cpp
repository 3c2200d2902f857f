// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/PenalityContact.h"

#include <charconv>

#include "Sofa/Core/ObjectModel/ArchiveMembers.h"

namespace sofa::component::collision {

using core::CollisionModel;
using core::DetectionOutput;

PenalityContact::PenalityContact(CollisionModel& first, CollisionModel& second, const core::Intersection& intersection,
                                 core::ContactSides sides)
    : Contact(first, second),
      m_intersection(intersection),
      m_sides(std::move(sides)),
      m_force(std::make_shared<PenalityContactForceField>()) {
  m_force->setClass("PenalityContactForceField", PenalityContactForceField::staticTemplateName());
  m_force->l_object1.set(&m_sides.state1());
  m_force->l_object2.set(&m_sides.state2());
  m_force->setValid();
  setResponse(m_force);
}

bool PenalityContact::setParameter(const std::string& name, const std::string& value) {
  const char* end = value.data() + value.size();
  double stiffness = 0;
  const auto [rest, problem] = std::from_chars(value.data(), end, stiffness);
  if (name != "stiffness" || problem != std::errc() || rest != end || !(stiffness >= 0)) return false;
  m_stiffness = stiffness;
  return true;
}

int PenalityContact::ageOf(std::int64_t id) const {
  const auto at = std::ranges::lower_bound(m_ages, id, {}, &Age::id);
  return at != m_ages.end() && at->id == id ? at->age : 0;
}

/// Needs the order by identity that m_deepest makes.
void PenalityContact::countAges(const std::vector<DetectionOutput>& outputs) {
  m_ages.swap(m_formerAges);
  m_ages.clear();
  auto former = m_formerAges.begin();
  for (const auto i : m_deepest.byIdentity()) {
    const auto id = outputs[i].id;
    if (!m_ages.empty() && m_ages.back().id == id) continue;
    while (former != m_formerAges.end() && former->id < id) ++former;
    m_ages.push_back({id, former != m_formerAges.end() && former->id == id ? former->age + 1 : 0});
  }
}

void PenalityContact::setOutputs(const std::vector<DetectionOutput>& outputs) {
  const auto selected = m_deepest.select(outputs);
  countAges(outputs);
  const double stiffness = first().d_contactStiffness.value() * second().d_contactStiffness.value();
  const double skin =
      m_intersection.contactDistance() + first().d_contactDistance.value() + second().d_contactDistance.value();
  m_force->setObstacles(isObstacle(first(), m_sides.state2()), isObstacle(second(), m_sides.state1()));
  m_force->clear();
  m_sides.restart(selected.size());
  for (const auto i : selected) {
    const DetectionOutput& output = outputs[i];
    const auto ends = m_sides.attach(output);
    const double distance = skin + ends.radius1 + ends.radius2;
    const double ofModels = distance == 0 ? stiffness : stiffness / distance;
    m_force->add({ends.index1, ends.index2, output.normal, distance, m_stiffness >= 0 ? m_stiffness : ofModels, false,
                  ageOf(output.id)});
  }
  m_sides.finish();
}

bool PenalityContact::listActing(std::vector<core::ActingContact>& list) const {
  m_force->listActing(list);
  return true;
}

void PenalityContact::archive(core::Archive& archive) {
  Contact::archive(archive);
  core::archiveMember(archive, m_ages, &Age::id);
  core::archiveMember(archive, m_ages, &Age::age);
  m_sides.archive(archive);
  const std::size_t size1 = m_sides.state1().size(), size2 = m_sides.state2().size();
  if (!std::ranges::all_of(m_force->contacts(), [&](const auto& c) { return c.index1 < size1 && c.index2 < size2; }))
    archive.fail();
}

namespace {
const core::RegisterContact registered(
    "PenalityContactForceField",
    [](CollisionModel& a, CollisionModel& b, const core::ContactMaking& how) -> std::unique_ptr<core::Contact> {
      auto sides = core::ContactSides::apart(a, b);
      return sides ? std::make_unique<PenalityContact>(a, b, how.intersection, std::move(*sides)) : nullptr;
    });
}  // namespace

}  // namespace sofa::component::collision
