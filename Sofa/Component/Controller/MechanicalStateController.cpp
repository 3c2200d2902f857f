// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Controller/MechanicalStateController.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::controller {
namespace {

constexpr double keyStep = 0.01;  // of mainDirection, and in radians
constexpr char leftKey = 18, upKey = 19, rightKey = 20, downKey = 21;

/// A direction at right angles to another.
type::Vec3 across(const type::Vec3& direction) {
  const type::Vec3 side = direction.cross(
      std::abs(direction.x()) < std::abs(direction.y()) ? type::Vec3::UnitX().eval() : type::Vec3::UnitY().eval());
  return side.norm() > 0 ? type::Vec3(side * (direction.norm() / side.norm())) : type::Vec3(type::Vec3::Zero());
}

}  // namespace

template <class DataTypes>
void MechanicalStateController<DataTypes>::init() {
  Component::init();
  if (!core::requireState(*this, l_state)) return;
  if (d_index.value() >= l_state->size()) {
    error("index is {}, but {} has {} points: no key moves one.", d_index.value(), l_state->path(), l_state->size());
    return setInvalid();
  }
  if (!d_listening.value()) warning("listening is false: no key moves the point; set listening=\"true\".");
  m_operations.bind(*context());
}

template <class DataTypes>
auto MechanicalStateController<DataTypes>::motionOf(char key) const -> typename DataTypes::Deriv {
  auto motion = DataTypes::Deriv::Zero().eval();
  const double sign = key == upKey || key == rightKey ? 1 : -1;
  const bool along = key == upKey || key == downKey, sideways = key == leftKey || key == rightKey;
  const type::Vec3 step = sign * keyStep * d_mainDirection.value();
  if constexpr (DataTypes::isRigid) {
    if (along) motion.template head<3>() = step;
    if (sideways && d_onlyTranslation.value()) motion.template head<3>() = across(step);
    if (sideways && !d_onlyTranslation.value() && step.norm() > 0)
      motion.template tail<3>() = step.normalized() * keyStep;
  } else if (along) {
    motion[0] = step.sum();
  }
  return motion;
}

template <class DataTypes>
void MechanicalStateController<DataTypes>::handleEvent(core::Event& event) {
  if (!isValid() || !l_state) return;
  const auto* pressed = core::eventAs<core::KeypressedEvent>(event);
  if (pressed) m_motion += motionOf(pressed->key);
  if (core::eventAs<core::AnimateBeginEvent>(event) || (pressed && d_handleEventTriggersUpdate.value())) move();
}

template <class DataTypes>
void MechanicalStateController<DataTypes>::move() {
  auto motion = std::exchange(m_motion, DataTypes::Deriv::Zero());
  if (motion.isZero() || d_index.value() >= l_state->size()) return;
  auto& x = l_state->writeCoords(core::vec::position)[d_index.value()];
  if constexpr (DataTypes::isRigid)
    for (const int part : {0, 3})
      motion.template segment<3>(part) = type::rotate(x.orientation, type::Vec3(motion.template segment<3>(part)));
  DataTypes::add(x, motion);
  m_operations.projectPositionAndVelocity({}, core::vec::position, core::vec::velocity);
  m_operations.propagatePosition(core::vec::position);
  m_operations.propagateVelocity(core::vec::velocity);
}

namespace {
const auto registered = core::Register("MechanicalStateController", "Sofa.Component.Controller",
                                       "lets the user move a point of a state by keys")
                            .ignores("buttonDeviceState", "there is no device: keys move the point")
                            .addAll<MechanicalStateController, type::Rigid3Types, type::Vec1Types>(true);
}  // namespace

}  // namespace sofa::component::controller
