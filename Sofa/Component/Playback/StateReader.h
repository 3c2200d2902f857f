#pragma once

#include "Sofa/Component/Playback/StateFile.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/ObjectModel/Found.h"

namespace sofa::component::playback {

/// What components share that go through a file of states (WriteState) with the time of the simulation.
class StateReader : public core::Component {
  template <class T>
  using Data = core::Data<T>;

 public:
  StateReader();

  Data<std::string> d_filename{this, "filename", "", "file of states, plain or compressed by gzip", {.required = true}};
  Data<double> d_shift{this, "shift", 0.0, "added to the current time (s)"};
  Data<bool> d_loop{this, "loop", false, "if true, the file starts again at its end"};

  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why);
  void init() override;
  void reset() override;
  void archive(core::Archive& archive) override;

 protected:
  /// The last of the blocks whose time has come since it was asked before; null if there is none.
  const StateFrame* takeDue(double time);

  core::Found<core::BaseState> m_state;

 private:
  void load();

  std::vector<StateFrame> m_frames;
  std::size_t m_next = 0;  // first block that is still to come
  double m_loopTime = 0;   // when the current run through the file began
};

}  // namespace sofa::component::playback
