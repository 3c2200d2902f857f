// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/State.h"

namespace sofa::component::visual {

/// Points to be looked at: a state that mappings can move, but not a mechanical one. It has positions, rest positions
/// and normals, and no part in solving.
class VisualState : public core::State<type::Vec3Types> {
 public:
  using VecVec3 = std::vector<type::Vec3>;

  core::Data<bool> d_enable{this, "enable", true, "if false, neither drawn nor updated"};
  core::Data<VecVec3> d_position{this, "position", {}, "points (m)", {.group = "Vector"}};
  core::Data<VecVec3> d_restPosition{this, "restPosition", {}, "points at rest (m)", {.group = "Vector"}};
  core::Data<VecVec3> d_normal{this, "normal", {}, "unit normal of each vertex", {.group = "Vector"}};

  void computeBoundingBox() override;

  // core::State
  std::size_t size() const override { return d_position.value().size(); }
  void resize(std::size_t size) override;
  bool has(core::VecCoordId id) const override { return id == core::vec::position || id == core::vec::restPosition; }
  bool has(core::VecDerivId id) const override { return id == core::vec::normal; }
  void allocate(core::VecCoordId) override {}
  void allocate(core::VecDerivId) override {}
  void release(core::VecCoordId) override {}
  void release(core::VecDerivId) override {}
  const VecCoord& coords(core::VecCoordId id) const override;
  const VecDeriv& derivs(core::VecDerivId id) const override;
  VecCoord& writeCoords(core::VecCoordId id) override;
  VecDeriv& writeDerivs(core::VecDerivId id) override;

 protected:
  void parseExtra(core::ComponentDescription& description) override;

 private:
  VecCoord m_otherCoords;  // written by operations on vectors that a visual state does not have
  VecDeriv m_otherDerivs;
};

}  // namespace sofa::component::visual
