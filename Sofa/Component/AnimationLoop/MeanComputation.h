// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/State.h"

namespace sofa::component::animationloop {

/// Means of points: point i of `result` is the mean of the points i of some states, or lists.
///
/// Without further attributes these are the states of its own node but those tagged MeanOutput, which take the result;
/// the mean is taken when the component is initialised and at the beginning of each step. From the second time on, as
/// in SOFA, the former result is in the sum as well, though not in the number it is divided by.
///
/// With `input1`, `input2`... they are what these are linked to, such as @one/state.position, and the mean is taken
/// whenever the scenes below an AnimationLoopParallelScheduler are in step.
///
/// Of bodies the displacements from the first one are averaged, of centres and rotation vectors, without the former
/// result.
template <class DataTypes>
class MeanComputation final : public core::Component {
 public:
  using Coord = typename DataTypes::Coord;
  using VecCoord = typename DataTypes::VecCoord;
  core::Data<VecCoord> d_result{this, "result", {}, "the means", {.readOnly = true}};

  MeanComputation() { d_listening.set(true); }
  static std::string staticTemplateName() { return DataTypes::name(); }
  void init() override;
  void handleEvent(core::Event& event) override;
  void storeResetState() override { m_start = d_result.value(); }
  void reset() override { d_result.set(m_start); }
  void archive(core::Archive& archive) override;

 protected:
  void prepareAttributes(const core::ComponentDescription& description) override;

 private:
  using State = core::State<DataTypes>;

  std::vector<State*> states(bool outputs) const;
  /// The lists of points that the mean is of; empty, after an error, if there are none or they differ in length.
  std::vector<const VecCoord*> operands();
  void takeMean();
  void giveToOutputs();
  void tellOfFormerResult(std::size_t count);

  std::vector<std::unique_ptr<core::Data<VecCoord>>> m_inputs;
  VecCoord m_start;
  bool m_told = false;
};

}  // namespace sofa::component::animationloop
