#include "Sofa/Component/Collision/PenalityContactForceField.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

using core::MechanicalParams;
using core::VecCoordId;
using core::VecDerivId;
using type::Vec3;

void PenalityContactForceField::setObstacles(bool first, bool second) {
  m_obstacle1 = first;
  m_obstacle2 = second;
}

/// A solver's vectors exist on the states it integrates, not on an obstacle, which stays at its position.
const PenalityContactForceField::VecCoord& PenalityContactForceField::positions(
    const core::State<type::Vec3Types>& state, bool obstacle, VecCoordId x) const {
  return state.coords(obstacle ? core::vec::position : x);
}

void PenalityContactForceField::accumulateForce(const MechanicalParams& params, VecDerivId f) {
  if (!l_object1 || !l_object2 || m_contacts.empty()) return;
  if (m_obstacle1) m_ignored.resize(l_object1->size());
  if (m_obstacle2) m_ignored.resize(l_object2->size());
  addForce(params, m_obstacle1 ? m_ignored : l_object1->writeDerivs(f),
           m_obstacle2 ? m_ignored : l_object2->writeDerivs(f), positions(*l_object1, m_obstacle1, params.x),
           positions(*l_object2, m_obstacle2, params.x), m_zero, m_zero);
}

void PenalityContactForceField::lineariseAt(const MechanicalParams& params, core::Linearisation) {
  if (!l_object1 || !l_object2) return;
  const auto &x1 = positions(*l_object1, m_obstacle1, params.x), &x2 = positions(*l_object2, m_obstacle2, params.x);
  for (auto& c : m_contacts) c.acts = penetration(c, x1, x2) > 0;
}

void PenalityContactForceField::accumulateDForce(const MechanicalParams& params, VecDerivId df) {
  if (!l_object1 || !l_object2 || m_contacts.empty()) return;
  const std::size_t obstacleSize = m_obstacle1 ? l_object1->size() : m_obstacle2 ? l_object2->size() : 0;
  m_ignored.resize(obstacleSize);
  m_zero.assign(obstacleSize, Vec3::Zero());
  addDForce(params, m_obstacle1 ? m_ignored : l_object1->writeDerivs(df),
            m_obstacle2 ? m_ignored : l_object2->writeDerivs(df), m_obstacle1 ? m_zero : l_object1->derivs(params.dx),
            m_obstacle2 ? m_zero : l_object2->derivs(params.dx), stiffnessFactor(params), params.bFactor);
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
  const core::BaseState* states[] = {m_obstacle1 ? nullptr : l_object1.get(), m_obstacle2 ? nullptr : l_object2.get()};
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 2; ++b) {
      if (!states[a] || !states[b]) continue;
      auto dfdx = matrix->getForceDerivativeIn(states[a]).withRespectToPositionsIn(states[b]);
      for (const auto& c : m_contacts) {
        const double stiffness = c.acts ? (a == b ? -c.stiffness : c.stiffness) : 0;
        const type::Index row = a == 0 ? c.index1 : c.index2, column = b == 0 ? c.index1 : c.index2;
        dfdx(3 * static_cast<int>(row), 3 * static_cast<int>(column)) +=
            type::Mat3(stiffness * c.normal * c.normal.transpose());
      }
    }
}

std::optional<double> PenalityContactForceField::potentialEnergy(const MechanicalParams& params) {
  if (!l_object1 || !l_object2) return 0;
  const auto& x1 = positions(*l_object1, m_obstacle1, params.x);
  const auto& x2 = positions(*l_object2, m_obstacle2, params.x);
  double energy = 0;
  for (const auto& c : m_contacts) {
    const double p = std::max(0.0, penetration(c, x1, x2));
    energy += 0.5 * c.stiffness * p * p;
  }
  return energy;
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
