// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/State.h"

namespace sofa::component::statecontainer {

/// Points that only follow a mapping: positions and velocities, without forces and without a part in solving
/// (docs/manual/mechanics.md, "States"). Mappings to it move its positions, once per step.
template <class DataTypes>
class MappedObject : public core::State<DataTypes> {
 public:
  using Base = core::State<DataTypes>;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;

  core::Data<VecCoord> d_position{this, "position", {}, "positions of the points"};
  core::Data<VecDeriv> d_velocity{this, "velocity", {}, "velocities of the points"};

  void init() override;
  void computeBoundingBox() override;

  std::size_t size() const override { return d_position.value().size(); }
  void resize(std::size_t size) override;
  bool has(core::VecCoordId id) const override { return id == core::vec::position; }
  bool has(core::VecDerivId id) const override { return id == core::vec::velocity; }
  void allocate(core::VecCoordId) override {}
  void allocate(core::VecDerivId) override {}
  void release(core::VecCoordId) override {}
  void release(core::VecDerivId) override {}
  const VecCoord& coords(core::VecCoordId id) const override;
  const VecDeriv& derivs(core::VecDerivId id) const override;
  VecCoord& writeCoords(core::VecCoordId id) override;
  VecDeriv& writeDerivs(core::VecDerivId id) override;

 private:
  VecCoord m_otherCoords;  // written by operations on vectors that such a state does not have
  VecDeriv m_otherDerivs;
};

}  // namespace sofa::component::statecontainer
