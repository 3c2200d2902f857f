#pragma once
#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Type/DataTypes.h"

namespace sofa::component::animationloop {

/// Means of lists of points, taken whenever the scenes below an AnimationLoopParallelScheduler are in step: point i of
/// `result` is the mean of the points i of `input1`, `input2` and so on, links such as @one/state.position. Of bodies
/// the displacements from the first one are averaged: of centres, and rotation vectors.
template <class DataTypes>
class MeanComputation final : public core::Component {
 public:
  using VecCoord = typename DataTypes::VecCoord;
  core::Data<VecCoord> d_result{this, "result", {}, "the means", {.readOnly = true}};

  MeanComputation() { d_listening.set(true); }
  static std::string staticTemplateName() { return DataTypes::name(); }
  void init() override;
  void handleEvent(core::Event& event) override;

 protected:
  void prepareAttributes(const core::ComponentDescription& description) override;

 private:
  std::vector<std::unique_ptr<core::Data<VecCoord>>> m_inputs;
};

}  // namespace sofa::component::animationloop
