// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/ArticulatedHierarchyController.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

namespace {
constexpr char upKey = 19, downKey = 21;
}

void JointController::init() {
  m_container = context()->local<ArticulatedHierarchyContainer>();
  setValid();
  if (!m_container || !m_container->values()) {
    error("There is no ArticulatedHierarchyContainer with a state of joint values in this node: add them.");
    return setInvalid();
  }
  d_listening.set(true);
  m_operations.bind(*m_container->values()->context());
}

void JointController::moveBodies() {
  m_operations.propagatePosition(core::vec::position);
  m_operations.propagateVelocity(core::vec::velocity);
}

void ArticulatedHierarchyController::init() {
  JointController::init();
  if (!isValid()) return;
  const std::size_t values = container()->values()->size();
  for (const int i : d_articulationsIndices.value())
    if (i < 0 || static_cast<std::size_t>(i) >= values)
      error("articulationsIndices names the value {}, but the joints have {}: no key changes it.", i, values);
  if (d_articulationsIndices.value().size() != d_bindingKeys.value().size())
    warning("There are {} articulationsIndices and {} bindingKeys: those without a partner are left out.",
            d_articulationsIndices.value().size(), d_bindingKeys.value().size());
}

void ArticulatedHierarchyController::handleEvent(core::Event& event) {
  if (!isValid() || !container() || !container()->values()) return;
  if (const auto* pressed = core::eventAs<core::KeypressedEvent>(event)) {
    const auto& keys = d_bindingKeys.value();
    for (std::size_t i = 0; i < std::min(keys.size(), d_articulationsIndices.value().size()); ++i)
      if (keys[i] == std::string(1, pressed->key)) m_chosen = m_chosen == i ? none : i;
    if (pressed->key == upKey) m_change += d_angleDelta.value();
    if (pressed->key == downKey) m_change -= d_angleDelta.value();
    if (!d_handleEventTriggersUpdate.value()) return;
  } else if (!core::eventAs<core::AnimateBeginEvent>(event)) {
    return;
  }
  if (const double by = std::exchange(m_change, 0); by != 0) change(by);
}

void ArticulatedHierarchyController::change(double by) {
  if (m_chosen >= d_articulationsIndices.value().size()) return;
  auto& values = container()->values()->writeCoords(core::vec::position);
  const int chosen = d_articulationsIndices.value()[m_chosen];
  if (chosen < 0 || static_cast<std::size_t>(chosen) >= values.size()) return;
  std::vector<double> changes(values.size(), 0.0);
  changes[static_cast<std::size_t>(chosen)] = by;
  if (d_propagateUserInteraction.value())
    for (const auto* center : container()->centers())
      for (const auto* articulation : center->articulations())
        if (articulation->d_articulationIndex.value() == chosen) changeBelow(center->d_childIndex.value(), by, changes);
  for (std::size_t i = 0; i < values.size(); ++i) values[i][0] += changes[i];
  moveBodies();
}

/// Centers stand behind the one that carries them, so that one pass finds all that hang on a body.
void ArticulatedHierarchyController::changeBelow(int body, double by, std::vector<double>& changes) const {
  std::vector<int> moved{body};
  for (const auto* center : container()->centers()) {
    if (std::ranges::find(moved, center->d_parentIndex.value()) == moved.end()) continue;
    moved.push_back(center->d_childIndex.value());
    for (const auto* articulation : center->articulations()) {
      const auto value = static_cast<std::size_t>(articulation->d_articulationIndex.value());
      if (value < changes.size()) changes[value] = by;
    }
  }
}

void ArticulatedHierarchyBVHController::init() {
  JointController::init();
  if (!isValid()) return;
  if (container()->motion().frames() > 0) return;
  error("{} has no motion to play: set its filename to a .bvh file.", container()->path());
  setInvalid();
}

void ArticulatedHierarchyBVHController::handleEvent(core::Event& event) {
  if (!isValid() || !container() || !container()->values()) return;
  if (!core::eventAs<core::AnimateBeginEvent>(event)) return;
  const BvhMotion& motion = container()->motion();
  const double time = d_useExternalTime.value() ? d_externalTime.value() : context()->time();
  // Rounded, since times are sums of steps.
  const double frame = std::round(time / context()->dt());
  const double last = static_cast<double>(motion.frames() - 1);
  const auto shown = frame >= 0 ? static_cast<std::size_t>(std::min(frame, last)) : std::size_t{0};
  auto& values = container()->values()->writeCoords(core::vec::position);
  for (std::size_t i = 0; i < std::min(values.size(), motion.channels()); ++i) values[i][0] = motion.value(shown, i);
  moveBodies();
}

namespace {
const auto registeredKeys =
    core::Register("ArticulatedHierarchyController", "ArticulatedSystemPlugin", "lets the user bend joints by keys")
        .add<ArticulatedHierarchyController>();
const auto registeredMotion =
    core::Register("ArticulatedHierarchyBVHController", "ArticulatedSystemPlugin", "plays the motion of a .bvh file")
        .add<ArticulatedHierarchyBVHController>();
}  // namespace

}  // namespace sofa::component::mapping
