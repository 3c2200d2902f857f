// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/ContactListener.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

using type::Vec3;

void ContactListener::init() {
  clear();
  const bool isModel = l_collisionModel1 || l_collisionModel2;
  if (isModel && l_body) warning("body is given beside collision models: these count, body does not.");
  if (isModel || l_body) return setValid();
  error(
      "No collision model is named: set collisionModel1 (and collisionModel2 for the contacts of two models) to its "
      "path, as in collisionModel1=\"@Ball/TriangleCollisionModel1\", or body to that of a state.");
  setInvalid();
}

void ContactListener::clear() {
  d_points.edit().clear();
  d_normals.edit().clear();
  d_forces.edit().clear();
  d_force.set(Vec3::Zero());
  d_numberOfContacts.set(0);
}

bool ContactListener::isMeant(const core::CollisionModel& model) const {
  if (l_collisionModel1) return &model == l_collisionModel1.get();
  if (l_collisionModel2) return &model == l_collisionModel2.get();
  const auto *node = l_body ? l_body->context() : nullptr, *where = model.context();  // null out of the scene
  return node && where && (node == where || node->isAncestorOf(where));
}

bool ContactListener::isPartner(const core::CollisionModel& model) const {
  return !l_collisionModel1 || !l_collisionModel2 || &model == l_collisionModel2.get();
}

/// Forces of a body on itself have no sum.
void ContactListener::read(const core::Contact& contact) {
  const bool isFirst = isMeant(contact.first()), isWithin = isFirst && isMeant(contact.second());
  const auto &model = isFirst ? contact.first() : contact.second(),
             &other = isFirst ? contact.second() : contact.first();
  if (!isMeant(model) || !isPartner(other)) return;
  m_acting.clear();
  if (!contact.listActing(m_acting) && !std::exchange(m_toldOfSilence, true))
    warning("The contacts of {} with {} do not tell what acts in them; they are left out.", model.path(), other.path());
  Vec3 sum = d_force.value();
  for (const auto& c : m_acting) {
    d_points.edit().push_back(isFirst ? c.point1 : c.point2);
    d_normals.edit().push_back(isFirst ? c.normal : Vec3(-c.normal));
    d_forces.edit().push_back(isFirst ? Vec3(-c.force) : c.force);
    if (!isWithin) sum += isFirst ? Vec3(-c.force) : c.force;
  }
  d_force.set(sum);
}

void ContactListener::handleEvent(core::Event& event) {
  if (!isValid() || !core::eventAs<core::AnimateEndEvent>(event)) return;
  clear();
  m_managers.clear();
  context()->root()->collectDown(m_managers);
  for (const auto* manager : m_managers)
    for (const auto* contact : manager->contacts()) read(*contact);
  d_numberOfContacts.set(static_cast<unsigned>(d_forces.value().size()));
}

namespace {
const auto registered = core::Register("ContactListener", "Sofa.Component.Collision.Response.Contact",
                                       "tells the forces of contacts on a collision model")
                            .add<ContactListener>();
}  // namespace

}  // namespace sofa::component::collision
