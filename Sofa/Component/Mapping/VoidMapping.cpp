// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

/// Drives nothing. Its node counts as mapped: solvers above leave its state alone, and nothing from it reaches them.
class VoidMapping final : public core::BaseMapping {
 public:
  std::vector<core::BaseState*> inputs() const override { return {}; }
  std::vector<core::BaseState*> outputs() const override { return {}; }
  bool isLinear() const override { return true; }
  void mapPositions(core::VecCoordId, core::VecCoordId) override {}
  void mapVelocities(core::VecDerivId, core::VecDerivId) override {}
  void accumulateForces(core::VecDerivId, core::VecDerivId) override {}
  void buildJacobian(core::JacobianMatrix*) override {}
};

namespace {
const auto registered =
    core::Register("VoidMapping", "Sofa.Component.Mapping.Linear", "marks a node as mapped without driving anything")
        .add<VoidMapping>();
}  // namespace

}  // namespace sofa::component::mapping
