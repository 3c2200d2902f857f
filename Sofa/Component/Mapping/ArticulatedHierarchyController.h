// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mapping/ArticulatedHierarchy.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::mapping {

/// Sets values of the joints of an ArticulatedHierarchyContainer of its node.
class JointController : public core::Component {
 public:
  core::Data<bool> d_handleEventTriggersUpdate{this, "handleEventTriggersUpdate", false,
                                               "if true, a key acts at once; else at the begin of the next step"};
  core::Data<std::vector<int>> d_articulationsIndices{
      this, "articulationsIndices", {}, "values of joints that keys change"};
  core::Data<std::vector<std::string>> d_bindingKeys{this, "bindingKeys", {}, "key that chooses each of them"};
  core::Data<double> d_angleDelta{this, "angleDelta", 0.01, "by how much a key changes a value (rad or m)"};
  core::Data<bool> d_propagateUserInteraction{this, "propagateUserInteraction", false,
                                              "if true, the values of all joints that hang on the changed one too"};

  void init() override;

 protected:
  ArticulatedHierarchyContainer* container() const { return m_container.get(); }
  /// Moves the bodies to where the values have them.
  void moveBodies();

 private:
  core::Found<ArticulatedHierarchyContainer> m_container;
  simulation::MechanicalOperations m_operations;
};

/// Lets the user bend joints by keys that a viewer passes on: the keys of bindingKeys choose one of
/// articulationsIndices and let it go again, the arrows up and down change it.
class ArticulatedHierarchyController final : public JointController {
 public:
  void init() override;
  void handleEvent(core::Event& event) override;

 private:
  void change(double by);
  void changeBelow(int body, double by, std::vector<double>& changes) const;

  std::size_t m_chosen = none;
  double m_change = 0;  ///< asked for since the last step
  static constexpr std::size_t none = ~std::size_t{0};
};

/// Plays the motion that the container's file holds: a frame per step, and the last one from its end on.
class ArticulatedHierarchyBVHController final : public JointController {
 public:
  core::Data<bool> d_useExternalTime{this, "useExternalTime", false, "take the frame of externalTime"};
  core::Data<double> d_externalTime{this, "externalTime", 0.0, "time whose frame is shown, in steps of dt (s)"};

  void init() override;
  void handleEvent(core::Event& event) override;
};

}  // namespace sofa::component::mapping
