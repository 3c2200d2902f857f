// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/StickContactForceField.h"

#include "Sofa/Component/Collision/DeepestContacts.h"
#include "Sofa/Core/Contract/CollisionResponse.h"
#include "Sofa/Core/Contract/ContactSides.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/ObjectModel/ArchiveMembers.h"
#include "Sofa/Type/Text.h"

namespace sofa::component::collision {

using core::CollisionModel;
using core::MechanicalParams;
using type::Vec3;

void StickContactForceField::setLaw(double stiffness, double damping) {
  m_stiffness = stiffness;
  m_damping = damping;
}

Vec3 StickContactForceField::pull(const Spring& s, const VecCoord& x1, const VecCoord& x2, const VecDeriv& v1,
                                  const VecDeriv& v2) const {
  return m_stiffness * (x2[s.index2] - x1[s.index1] - s.rest) + m_damping * (v2[s.index2] - v1[s.index1]);
}

void StickContactForceField::listActing(std::vector<core::ActingContact>& list) const {
  if (!l_object1 || !l_object2) return;  // a state left the scene
  const auto &x1 = l_object1->positions(), &x2 = l_object2->positions();
  const auto &v1 = l_object1->velocities(), &v2 = l_object2->velocities();
  for (const Spring& s : m_springs)
    if (s.index1 < x1.size() && s.index2 < x2.size())
      list.push_back({x1[s.index1], x2[s.index2], s.rest.normalized(), -pull(s, x1, x2, v1, v2)});
}

void StickContactForceField::addForce(const MechanicalParams&, VecDeriv& f1, VecDeriv& f2, const VecCoord& x1,
                                      const VecCoord& x2, const VecDeriv& v1, const VecDeriv& v2) {
  for (const Spring& s : m_springs) {
    const Vec3 force = pull(s, x1, x2, v1, v2);
    f1[s.index1] += force;
    f2[s.index2] -= force;
  }
}

void StickContactForceField::addDForce(const MechanicalParams&, VecDeriv& df1, VecDeriv& df2, const VecDeriv& dx1,
                                       const VecDeriv& dx2, double kFactor, double bFactor) {
  const double factor = kFactor * m_stiffness + bFactor * m_damping;
  for (const Spring& s : m_springs) {
    const Vec3 change = factor * (dx2[s.index2] - dx1[s.index1]);
    df1[s.index1] += change;
    df2[s.index2] -= change;
  }
}

template <class Block>
void StickContactForceField::addBlocks(Block& block, int a, int b, double factor) const {
  const type::Mat3 entry = (a == b ? -factor : factor) * type::Mat3::Identity();
  for (const Spring& s : m_springs)
    block(3 * static_cast<int>(a == 0 ? s.index1 : s.index2), 3 * static_cast<int>(b == 0 ? s.index1 : s.index2)) +=
        entry;
}

void StickContactForceField::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  if (!acts()) return;
  const auto between = [&](core::BaseState* a, core::BaseState* b) {
    return matrix->getForceDerivativeIn(a).withRespectToPositionsIn(b);
  };
  forEachBlock(between, [&](auto dfdx, int a, int b) { addBlocks(dfdx, a, b, m_stiffness); });
}

void StickContactForceField::buildDampingMatrix(core::DampingMatrix* matrix) {
  if (m_damping == 0 || !acts()) return;
  const auto between = [&](core::BaseState* a, core::BaseState* b) {
    return matrix->getForceDerivativeIn(a).withRespectToVelocityIn(b);
  };
  forEachBlock(between, [&](auto dfdv, int a, int b) { addBlocks(dfdv, a, b, m_damping); });
}

double StickContactForceField::energy(const VecCoord& x1, const VecCoord& x2) const {
  double sum = 0;
  for (const Spring& s : m_springs) sum += (x2[s.index2] - x1[s.index1] - s.rest).squaredNorm();
  return 0.5 * m_stiffness * sum;
}

void StickContactForceField::archive(core::Archive& archive) {
  ContactPairForce::archive(archive);
  core::archiveMember(archive, m_springs, &Spring::index1);
  core::archiveMember(archive, m_springs, &Spring::index2);
  core::archiveMember(archive, m_springs, &Spring::rest);
  archive.io(m_stiffness);
  archive.io(m_damping);
}

void StickContactForceField::draw(core::DrawList& list) const {
  if (!l_object1 || !l_object2 || !list.shows(type::DisplayFlags::InteractionForceFields)) return;
  const auto &x1 = l_object1->positions(), &x2 = l_object2->positions();
  for (const Spring& s : m_springs)
    if (s.index1 < x1.size() && s.index2 < x2.size()) list.line(x1[s.index1], x2[s.index2], 1, {1, 0.5f, 0, 1});
}

namespace {

bool readSwitch(const std::string& text, bool& value) {
  type::TextReader reader(text);
  return type::readBool(reader, value) && reader.atEnd();
}

/// Answers the contacts of two models with springs. With the setting keepAlive they stay when the contact is lost.
class StickContact final : public core::Contact {
 public:
  StickContact(CollisionModel& first, CollisionModel& second, core::ContactSides sides)
      : Contact(first, second), m_sides(std::move(sides)), m_force(std::make_shared<StickContactForceField>()) {
    m_force->setClass("StickContactForceField", StickContactForceField::staticTemplateName());
    m_force->l_object1.set(&m_sides.state1());
    m_force->l_object2.set(&m_sides.state2());
    m_force->setValid();
    setResponse(m_force);
  }
  bool setParameter(const std::string& name, const std::string& value) override {
    return name == "keepAlive" && readSwitch(value, m_keepAlive);
  }
  bool staysApart() const override { return m_keepAlive; }
  void setOutputs(const std::vector<core::DetectionOutput>& outputs) override {
    const auto selected = m_deepest.select(outputs);
    m_force->setObstacles(isObstacle(first(), m_sides.state2()), isObstacle(second(), m_sides.state1()));
    m_force->setLaw(first().d_contactStiffness.value() + second().d_contactStiffness.value(),
                    first().d_contactFriction.value() + second().d_contactFriction.value());
    m_force->clear();
    m_sides.restart(selected.size());
    for (const auto i : selected) {
      const auto at = m_sides.attach(outputs[i]);
      m_force->add({at.index1, at.index2, outputs[i].point2 - outputs[i].point1});
    }
    m_sides.finish();
  }
  bool listActing(std::vector<core::ActingContact>& list) const override {
    m_force->listActing(list);
    return true;
  }
  void archive(core::Archive& archive) override {
    Contact::archive(archive);
    m_sides.archive(archive);
    const std::size_t size1 = m_sides.state1().size(), size2 = m_sides.state2().size();
    if (!std::ranges::all_of(m_force->springs(), [&](const auto& s) { return s.index1 < size1 && s.index2 < size2; }))
      archive.fail();
  }
  bool owns(const core::Component& component) const override {
    return Contact::owns(component) || m_sides.owns(component);
  }

 private:
  core::ContactSides m_sides;
  std::shared_ptr<StickContactForceField> m_force;
  DeepestContacts m_deepest;
  bool m_keepAlive = true;
};

const core::RegisterContact registered("StickContactForceField",
                                       [](CollisionModel& a, CollisionModel& b,
                                          const core::ContactMaking&) -> std::unique_ptr<core::Contact> {
                                         auto sides = core::ContactSides::apart(a, b);
                                         return sides ? std::make_unique<StickContact>(a, b, std::move(*sides))
                                                      : nullptr;
                                       });

}  // namespace
}  // namespace sofa::component::collision
