// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "Sofa/Component/Playback/StateReader.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::playback {

/// Replays a file of states (WriteState): at the begin of a step the last block whose time has come replaces positions
/// and velocities of the mechanical state (docs/manual/scenes.md, "Recorded states").
class ReadState : public StateReader {
  template <class T>
  using Data = core::Data<T>;

 public:
  Data<double> d_scalePos{this, "scalePos", 1.0, "scale of the positions", {.group = "Transformation"}};
  Data<type::Vec3> d_rotation{this,
                              "rotation",
                              type::Vec3::Zero(),
                              "rotation of the positions about x, then y, then z (degrees)",
                              {.group = "Transformation"}};
  Data<type::Vec3> d_translation{
      this, "translation", type::Vec3::Zero(), "translation of the positions", {.group = "Transformation"}};

  void init() override;
  void bwdInit() override { advance(); }
  void handleEvent(core::Event& event) override;

 private:
  /// Applies the last block whose time is not after the current one.
  void advance();
  bool apply(const StateFrame& frame);

  simulation::MechanicalOperations m_operations;
};

}  // namespace sofa::component::playback
