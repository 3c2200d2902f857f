// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::animationloop {

/// Orders the drawing of the scene from its node; only a viewer calls it.
class DefaultVisualManagerLoop : public core::VisualLoop {
 public:
  core::Link<core::Node> l_node{this, "targetNode",
                                "no effect: the whole scene is drawn; hide parts by the displayFlags of a VisualStyle"};
};

namespace {
const auto registered =
    core::Register("DefaultVisualManagerLoop", "Sofa.Simulation.Core", "draws the scene below its node")
        .ignores("enable", "hide what is not to be seen by the displayFlags of a VisualStyle")
        .add<DefaultVisualManagerLoop>();
}

}  // namespace sofa::component::animationloop
