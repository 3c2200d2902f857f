// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Playback/TimedWriter.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::component::playback {

/// Writes positions, velocities and forces of the mechanical state into a text file at chosen times, as they are at the
/// begin of a step (docs/manual/scenes.md, "Recorded states"). ReadState replays it.
class WriteState : public TimedWriter {
  template <class T>
  using Data = core::Data<T>;

 public:
  Data<bool> d_writeX{this, "writeX", true, "write the positions"};
  Data<bool> d_writeX0{this, "writeX0", false, "write the rest positions"};
  Data<bool> d_writeV{this, "writeV", false, "write the velocities"};
  Data<bool> d_writeF{this, "writeF", false, "write the forces (not to a compressed file)"};
  Data<double> d_stopAt{this, "stopAt", 0.0,
                        "writing stops when the kinetic energy changes by less in a keperiod (J); 0: never"};
  Data<double> d_keperiod{this, "keperiod", 0.0, "time between two looks at the kinetic energy (s)"};

  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why);
  void init() override;
  void reset() override;
  void archive(core::Archive& archive) override;

 protected:
  void appendBlock(std::string& text) override;
  bool goesOn(double time) override;

 private:
  void checkEnergy(double time);

  const core::BaseState* m_state = nullptr;
  bool m_stopped = false;
  double m_nextEnergyTime = 0;
  double m_lastEnergy = 0;
};

}  // namespace sofa::component::playback
