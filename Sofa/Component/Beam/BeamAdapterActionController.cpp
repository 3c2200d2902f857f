// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Beam/BeamAdapterActionController.h"

#include <map>

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::beam {

void BeamAdapterActionController::init() {
  setInvalid();
  d_listening.set(true);
  if (d_actions.value().empty() && !d_actionString.value().empty()) d_actions.read(d_actionString.value());
  for (const int action : d_actions.value())
    if (action < 0 || action > static_cast<int>(Action::thirdTool))
      return error("actions: {} is none; give numbers from 0 to {}.", action, static_cast<int>(Action::thirdTool));
  const std::size_t actions = d_actions.value().size(), times = d_timeSteps.value().size();
  if (actions != times) return error("There are {} actions and {} timeSteps: give a time for each.", actions, times);
  setValid();
}

void BeamAdapterActionController::bwdInit() {
  if (!isValid()) return;
  if (!l_controller) l_controller.set(context()->local<InterventionalRadiologyController>());
  if (!l_controller) {
    error("Nothing acts: set interventionController to an InterventionalRadiologyController.");
    return setInvalid();
  }
  l_controller->setMotion(InterventionalRadiologyController::Motion::none);
}

void BeamAdapterActionController::handleEvent(core::Event& event) {
  if (!isValid() || !l_controller) return;
  if (core::eventAs<core::AnimateBeginEvent>(event) && !d_writeMode.value()) play();
  if (const auto* pressed = core::eventAs<core::KeypressedEvent>(event); pressed && d_writeMode.value())
    write(pressed->key);
}

void BeamAdapterActionController::play() {
  const std::size_t count = std::min(d_actions.value().size(), d_timeSteps.value().size());
  if (m_next >= count || context()->time() < d_timeSteps.value()[m_next]) return;
  l_controller->apply(static_cast<Action>(d_actions.value()[m_next]));
  ++m_next;
}

void BeamAdapterActionController::write(char key) {
  static const std::map<char, Action> actions{
      {19, Action::forward},    {21, Action::back},        {20, Action::turnRight}, {18, Action::turnLeft},
      {'0', Action::firstTool}, {'1', Action::secondTool}, {'2', Action::thirdTool}};
  const auto found = actions.find(key);
  if (found == actions.end()) return;
  d_actions.edit().push_back(static_cast<int>(found->second));
  d_timeSteps.edit().push_back(context()->time());
}

void BeamAdapterActionController::reset() { m_next = 0; }

namespace {
const auto registeredActions =
    core::Register("BeamAdapterActionController", "BeamAdapter", "plays or writes down how instruments are moved")
        .add<BeamAdapterActionController>(true);
}  // namespace

}  // namespace sofa::component::beam
