#pragma once

#include "Sofa/Component/Playback/StateFile.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/ObjectModel/Found.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::playback {

/// Replays a file of states (WriteState): at the begin of a step the last block whose time has come replaces positions
/// and velocities of the mechanical state (docs/manual/scenes.md, "Recorded states").
class ReadState : public core::Component {
  template <class T>
  using Data = core::Data<T>;

 public:
  ReadState();

  Data<std::string> d_filename{this, "filename", "", "file of states, plain or compressed by gzip", {.required = true}};
  Data<double> d_shift{this, "shift", 0.0, "added to the current time (s)"};
  Data<bool> d_loop{this, "loop", false, "if true, the file starts again at its end"};
  Data<double> d_scalePos{this, "scalePos", 1.0, "scale of the positions", {.group = "Transformation"}};
  Data<type::Vec3> d_rotation{this,
                              "rotation",
                              type::Vec3::Zero(),
                              "rotation of the positions about x, then y, then z (degrees)",
                              {.group = "Transformation"}};
  Data<type::Vec3> d_translation{
      this, "translation", type::Vec3::Zero(), "translation of the positions", {.group = "Transformation"}};

  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why);
  void init() override;
  void bwdInit() override { advance(); }
  void reset() override;
  void handleEvent(core::Event& event) override;
  void archive(core::Archive& archive) override;

 private:
  void load();
  /// Applies the last block whose time is not after the current one.
  void advance();
  bool apply(const StateFrame& frame);

  core::Found<core::BaseState> m_state;
  std::vector<StateFrame> m_frames;
  std::size_t m_next = 0;  // first block that is still to come
  double m_loopTime = 0;   // when the current run through the file began
  simulation::MechanicalOperations m_operations;
};

}  // namespace sofa::component::playback
