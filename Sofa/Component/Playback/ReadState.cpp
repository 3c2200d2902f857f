// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Playback/ReadState.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::playback {
namespace {

const auto registered =
    core::Register("ReadState", "Sofa.Component.Playback", "replays the positions and velocities of a file")
        .ignores("interval", "the times of the file count")
        .add<ReadState>();

/// Scales, rotates and translates the positions if `state` holds DataTypes.
template <class DataTypes>
bool transform(core::BaseState& state, double scale, const type::Vec3& degrees, const type::Vec3& translation) {
  auto* typed = dynamic_cast<core::State<DataTypes>*>(&state);
  if (!typed) return false;
  const type::Quat q = type::fromEulerDegrees(degrees);
  const bool rotates = degrees != type::Vec3::Zero();
  for (auto& x : typed->writeCoords(core::vec::position)) {
    type::Vec3 p = DataTypes::position(x) * scale;
    if (rotates) p = type::rotate(q, p);
    DataTypes::setPosition(x, p + translation);
    if constexpr (std::is_same_v<DataTypes, type::Rigid3Types>)
      if (rotates) x.orientation = q * x.orientation;
    if constexpr (std::is_same_v<DataTypes, type::Rigid2Types>) x.orientation += degrees.z() * EIGEN_PI / 180;
  }
  return true;
}

template <class... DataTypes>
void transformAny(core::BaseState& state, double scale, const type::Vec3& degrees, const type::Vec3& translation) {
  (transform<DataTypes>(state, scale, degrees, translation) || ...);
}

}  // namespace

void ReadState::init() {
  StateReader::init();
  m_operations.bind(*context());
}

void ReadState::handleEvent(core::Event& event) {
  if (core::eventAs<core::AnimateBeginEvent>(event)) advance();
}

void ReadState::advance() {
  if (!isValid() || !m_state) return;
  const StateFrame* last = takeDue(context()->time());
  if (last && apply(*last)) {
    m_operations.projectPositionAndVelocity({}, core::vec::position, core::vec::velocity);
    m_operations.propagatePosition(core::vec::position);
    m_operations.propagateVelocity(core::vec::velocity);
  }
}

bool ReadState::apply(const StateFrame& frame) {
  const auto width = static_cast<std::size_t>(m_state->coordSize()),
             derivWidth = static_cast<std::size_t>(m_state->derivSize());
  const std::size_t points = frame.hasPositions ? frame.positions.size() / width : m_state->size();
  if (points * width != (frame.hasPositions ? frame.positions.size() : points * width) ||
      (frame.hasVelocities && frame.velocities.size() != points * derivWidth)) {
    error(
        "The block at time {} has {} reals of positions and {} of velocities: these are no {} points with {} and {} "
        "reals each.",
        frame.time, frame.positions.size(), frame.velocities.size(), m_state->dataTypesName(), width, derivWidth);
    setInvalid();
    return false;
  }
  if (points != m_state->size()) m_state->resize(points);
  if (frame.hasPositions) {
    std::copy(frame.positions.begin(), frame.positions.end(), m_state->hostWrite(core::vec::position).begin());
    if (d_scalePos.value() != 1 || d_rotation.value() != type::Vec3::Zero() ||
        d_translation.value() != type::Vec3::Zero())
      transformAny<type::Vec1Types, type::Vec2Types, type::Vec3Types, type::Vec6Types, type::Rigid2Types,
                   type::Rigid3Types>(*m_state, d_scalePos.value(), d_rotation.value(), d_translation.value());
  }
  if (frame.hasVelocities) {
    m_state->allocate(core::vec::velocity);
    std::copy(frame.velocities.begin(), frame.velocities.end(), m_state->hostWrite(core::vec::velocity).begin());
  }
  return true;
}

}  // namespace sofa::component::playback
