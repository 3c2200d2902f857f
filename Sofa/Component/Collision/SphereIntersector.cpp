#include "Sofa/Component/Collision/SphereIntersector.h"

#include "Sofa/Component/Collision/SphereCollisionModel.h"

namespace sofa::component::collision {

using type::Vec3;

void SphereIntersector::intersect(const core::CollisionModel& a, const core::CollisionModel& b,
                                  const Candidates& candidates, std::vector<core::DetectionOutput>& outputs) const {
  const auto& model1 = static_cast<const BaseSphereCollisionModel&>(a);
  const auto& model2 = static_cast<const BaseSphereCollisionModel&>(b);
  const auto centers1 = model1.centers(), centers2 = model2.centers();
  const auto radii1 = model1.radii(), radii2 = model2.radii();
  const bool firstIsLarger = centers1.size() > centers2.size();
  for (const auto& [i, j] : candidates) {
    const Vec3 d = centers2[j] - centers1[i];
    const double reach = m_alarmDistance + radii1[i] + radii2[j];
    if (d.squaredNorm() > reach * reach) continue;
    const double distance = d.norm();
    core::DetectionOutput contact;
    // Spheres with the same centre have no direction; any will do to part them.
    contact.normal = distance > 0 ? Vec3(d / distance) : Vec3(1, 0, 0);
    contact.value = distance - radii1[i] - radii2[j] - m_contactDistance;
    contact.point1 = model1.contactsOnSurface() ? Vec3(centers1[i] + radii1[i] * contact.normal) : centers1[i];
    contact.point2 = model2.contactsOnSurface() ? Vec3(centers2[j] - radii2[j] * contact.normal) : centers2[j];
    contact.id = firstIsLarger ? i : j;
    contact.element1 = i;
    contact.element2 = j;
    outputs.push_back(contact);
  }
}

}  // namespace sofa::component::collision
