#include "Sofa/Component/Playback/ReadState.h"

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/File.h"
#include "Sofa/Helper/Mesh/FormatError.h"
#include "Sofa/Helper/ResourcePath.h"

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

ReadState::ReadState() {
  d_listening.set(true);
  d_listening.unset();
}

bool ReadState::canCreate(core::Node& node, const core::ComponentDescription&, std::string& why) {
  if (core::mechanicalState(node)) return true;
  why = "No mechanical state is visible from this node: put it below or after a MechanicalObject.";
  return false;
}

void ReadState::init() {
  Component::init();
  m_state = core::mechanicalState(*context());
  m_operations.bind(*context());
  load();
  m_next = 0;
  m_loopTime = 0;
}

void ReadState::load() {
  m_frames.clear();
  setInvalid();
  const std::string& name = d_filename.value();
  if (name.empty()) return error("No file to read: filename is not set.");
  const auto& paths = helper::ResourcePath::data();
  const auto base = folder();
  const auto file = paths.find(name, base);
  if (!file) return error("File: '{}' not found. It was searched in {}", name, paths.describe(base));
  const auto text = helper::readCompressedFile(*file);
  if (!text) return error("Cannot read file '{}'.", file->string());
  try {
    m_frames = readStateFrames(*text);
    setValid();
  } catch (const helper::mesh::FormatError& problem) {
    error("Cannot read file '{}': {}", file->string(), problem.what());
  }
}

void ReadState::reset() {
  m_next = 0;
  m_loopTime = 0;
}

void ReadState::handleEvent(core::Event& event) {
  if (core::eventAs<core::AnimateBeginEvent>(event)) advance();
}

void ReadState::archive(core::Archive& archive) {
  archive.io(m_next);
  archive.io(m_loopTime);
  if (archive.isLoading() && m_next > m_frames.size()) archive.fail();
}

void ReadState::advance() {
  if (!isValid() || !m_state) return;
  const double time = context()->time() + d_shift.value();
  const double length = m_frames.back().time;
  const bool loops = d_loop.value() && length > 0;
  const StateFrame* last = nullptr;
  for (;;) {
    while (m_next < m_frames.size() && m_frames[m_next].time + m_loopTime <= time) last = &m_frames[m_next++];
    if (m_next < m_frames.size() || !loops || length + m_loopTime > time) break;
    m_loopTime +=
        std::max(1.0, std::floor((time - m_loopTime) / length)) * length;  // runs that are over unseen are skipped
    m_next = 0;
  }
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
