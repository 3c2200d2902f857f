// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/PenalityContactForceField.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/ObjectModel/ArchiveMembers.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

using core::MechanicalParams;
using type::Vec3;

void PenalityContactForceField::linearise(const MechanicalParams&, const VecCoord& x1, const VecCoord& x2,
                                          const VecDeriv&, const VecDeriv&, core::Linearisation) {
  for (auto& c : m_contacts) c.acts = penetration(c, x1, x2) > 0;
}

void PenalityContactForceField::addForce(const MechanicalParams&, VecDeriv& f1, VecDeriv& f2, const VecCoord& x1,
                                         const VecCoord& x2, const VecDeriv&, const VecDeriv&) {
  for (const auto& c : m_contacts) {
    const double p = penetration(c, x1, x2);
    if (p <= 0) continue;
    const Vec3 force = c.stiffness * p * c.normal;
    f1[c.index1] -= force;
    f2[c.index2] += force;
  }
}

void PenalityContactForceField::addDForce(const MechanicalParams&, VecDeriv& df1, VecDeriv& df2, const VecDeriv& dx1,
                                          const VecDeriv& dx2, double kFactor, double) {
  for (const auto& c : m_contacts) {
    if (!c.acts) continue;
    const Vec3 change = c.stiffness * kFactor * c.normal.dot(dx1[c.index1] - dx2[c.index2]) * c.normal;
    df1[c.index1] -= change;
    df2[c.index2] += change;
  }
}

void PenalityContactForceField::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  if (!acts()) return;
  const auto between = [&](core::BaseState* a, core::BaseState* b) {
    return matrix->getForceDerivativeIn(a).withRespectToPositionsIn(b);
  };
  forEachBlock(between, [&](auto dfdx, int a, int b) {
    for (const auto& c : m_contacts) {
      const double stiffness = c.acts ? (a == b ? -c.stiffness : c.stiffness) : 0;
      const type::Index row = a == 0 ? c.index1 : c.index2, column = b == 0 ? c.index1 : c.index2;
      dfdx(3 * static_cast<int>(row), 3 * static_cast<int>(column)) +=
          type::Mat3(stiffness * c.normal * c.normal.transpose());
    }
  });
}

void PenalityContactForceField::listActing(std::vector<core::ActingContact>& list) const {
  if (!l_object1 || !l_object2) return;  // a state left the scene
  const auto &x1 = l_object1->positions(), &x2 = l_object2->positions();
  for (const auto& c : m_contacts) {
    if (c.index1 >= x1.size() || c.index2 >= x2.size()) continue;
    const double force = c.stiffness * std::max(0.0, penetration(c, x1, x2));
    list.push_back({x1[c.index1], x2[c.index2], c.normal, force * c.normal});
  }
}

double PenalityContactForceField::energy(const VecCoord& x1, const VecCoord& x2) const {
  double energy = 0;
  for (const auto& c : m_contacts) {
    const double p = std::max(0.0, penetration(c, x1, x2));
    energy += 0.5 * c.stiffness * p * p;
  }
  return energy;
}

void PenalityContactForceField::archive(core::Archive& archive) {
  ContactPairForce::archive(archive);
  core::archiveMember(archive, m_contacts, &Contact::index1);
  core::archiveMember(archive, m_contacts, &Contact::index2);
  core::archiveMember(archive, m_contacts, &Contact::normal);
  core::archiveMember(archive, m_contacts, &Contact::distance);
  core::archiveMember(archive, m_contacts, &Contact::stiffness);
  core::archiveMember(archive, m_contacts, &Contact::age);
}

void PenalityContactForceField::draw(core::DrawList& list) const {
  if (!l_object1 || !l_object2 || !list.shows(type::DisplayFlags::InteractionForceFields)) return;
  constexpr type::Color red{1, 0, 0, 1}, green{0, 1, 0, 1}, magenta{1, 0, 1, 1}, cyan{0, 1, 1, 1}, yellow{1, 1, 0, 1};
  constexpr int old = 10;
  const bool normals = list.shows(type::DisplayFlags::Normals);
  const auto &x1 = l_object1->positions(), &x2 = l_object2->positions();
  for (const Contact& c : m_contacts) {
    if (c.index1 >= x1.size() || c.index2 >= x2.size()) continue;
    const Vec3 &p = x1[c.index1], &q = x2[c.index2];
    const bool penetrates = c.distance > (q - p).dot(c.normal), isOld = c.age > old;
    list.line(p, q, 1, penetrates ? (isOld ? magenta : red) : (isOld ? cyan : green));
    if (!normals) continue;
    list.line(p, p + c.normal, 1, yellow);
    list.line(q, q - c.normal, 1, yellow);
  }
}

namespace {
const auto registered = core::Register("PenalityContactForceField", "Sofa.Component.Collision.Response.Contact",
                                       "springs between bodies in contact")
                            .add<PenalityContactForceField>(true);
}  // namespace

}  // namespace sofa::component::collision
