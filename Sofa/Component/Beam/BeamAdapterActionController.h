// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Beam/InterventionalRadiologyController.h"
#include "Sofa/Core/ObjectModel/Archive.h"

namespace sofa::component::beam {

/// Plays actions of an InterventionalRadiologyController at given times, one a step at most, or writes down the keys
/// that a user presses as actions.
///
/// Its controller moves nothing by itself until a key says so.
class BeamAdapterActionController final : public core::Component {
 public:
  core::Link<InterventionalRadiologyController> l_controller{this, "interventionController",
                                                             "what acts; default: the one of this node"};
  core::Data<bool> d_writeMode{this, "writeMode", true, "if true, keys become actions; if false, actions are played"};
  core::Data<std::vector<int>> d_actions{
      this,
      "actions",
      {},
      "0 none, 1 forward, 2 back, 3 turn right, 4 turn left, 5 next tool, 6 previous tool, 7 drop "
      "the tool (does nothing), 8 to 10 first to third tool"};
  core::Data<std::string> d_actionString{this, "actionString", "", "the same, as one text; actions are those if both"};
  core::Data<std::vector<double>> d_timeSteps{this, "timeSteps", {}, "time of each action (s)"};

  void init() override;
  void bwdInit() override;
  void handleEvent(core::Event& event) override;
  void reset() override;
  void archive(core::Archive& archive) override { archive.io(m_next); }

 private:
  using Action = InterventionalRadiologyController::Action;
  void play();
  void write(char key);

  std::size_t m_next = 0;
};

}  // namespace sofa::component::beam
