// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Type/Rigid.h"

namespace sofa::component::visual {

/// Shows its node elsewhere than it is: viewers move and turn what its components look like, while the simulation knows
/// nothing of it (docs/manual/visual.md, "Order of a frame"). Several in one node act one after the other, the last one
/// first.
class VisualTransform : public core::Component {
 public:
  core::Data<bool> d_enable{this, "enable", true, "if false, the node is shown where it is"};
  core::Data<type::RigidCoord<3>> d_transform{
      this, "transform", {}, "from where things are to where they are shown: translation (m) and rotation"};
  core::Data<bool> d_recursive{this, "recursive", false, "if true, nodes below are shown elsewhere too"};

  void init() override { reinit(); }
  void reinit() override;
};

}  // namespace sofa::component::visual
