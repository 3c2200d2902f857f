// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "Sofa/Component/Playback/FrameReader.h"
#include "Sofa/Component/Playback/StateFile.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/ObjectModel/Found.h"

namespace sofa::component::playback {

/// What components share that go through a file of states (WriteState) with the time of the simulation.
class StateReader : public FrameReader<StateFrame> {
 public:
  static bool canCreate(core::Node& node, const core::ComponentDescription&, std::string& why) {
    if (core::mechanicalState(node)) return true;
    why = "No mechanical state is visible from this node: put it below or after a MechanicalObject.";
    return false;
  }
  void init() override {
    FrameReader<StateFrame>::init();
    m_state = core::mechanicalState(*context());
  }

 protected:
  core::Found<core::BaseState> m_state;
};

}  // namespace sofa::component::playback
