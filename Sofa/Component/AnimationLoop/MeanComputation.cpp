// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/AnimationLoop/MeanComputation.h"

#include "Sofa/Component/AnimationLoop/SynchroniseEvent.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::animationloop {

template <class DataTypes>
void MeanComputation<DataTypes>::prepareAttributes(const core::ComponentDescription& description) {
  for (std::string name = "input1"; description.has(name); name = fmt::format("input{}", m_inputs.size() + 1))
    m_inputs.push_back(std::make_unique<core::Data<VecCoord>>(this, name, VecCoord(), "points that the mean is of"));
}

template <class DataTypes>
auto MeanComputation<DataTypes>::states(bool outputs) const -> std::vector<State*> {
  auto states = this->context()->template allLocal<State>();
  std::erase_if(states, [&](const State* state) { return state->d_tags.value().contains("MeanOutput") != outputs; });
  return states;
}

template <class DataTypes>
auto MeanComputation<DataTypes>::operands() -> std::vector<const VecCoord*> {
  std::vector<const VecCoord*> points;
  std::vector<std::string> names;
  for (const auto& input : m_inputs) {
    points.push_back(&input->value());
    names.push_back(input->name());
  }
  if (m_inputs.empty())
    for (const State* state : states(false)) {
      points.push_back(&state->positions());
      names.push_back(state->name());
    }
  if (points.empty()) {
    this->error(
        "There is nothing to take the mean of: add states of {} to the node, or set input1, input2... to links such as "
        "@one/state.position.",
        DataTypes::name());
  }
  for (std::size_t k = 1; k < points.size(); ++k)
    if (points[k]->size() != points[0]->size()) {
      this->error("{} has {} points, but {} has {}: the mean is of lists of one length.", names[k], points[k]->size(),
                  names[0], points[0]->size());
      points.clear();
    }
  points.empty() ? this->setInvalid() : this->setValid();
  return points;
}

template <class DataTypes>
void MeanComputation<DataTypes>::init() {
  if (!m_inputs.empty()) return this->setValid();  // what they are linked to is not initialised yet
  d_result.set({});
  takeMean();
}

template <class DataTypes>
void MeanComputation<DataTypes>::takeMean() {
  const auto points = operands();
  if (points.empty()) return;
  const double share = 1.0 / static_cast<double>(points.size());
  const VecCoord former = m_inputs.empty() && core::reproducesSofa(*this) ? d_result.value() : VecCoord();
  const bool counts = !DataTypes::isRigid && !former.empty() && former.size() == points[0]->size();
  if (counts) tellOfFormerResult(points.size());
  VecCoord result = *points[0];
  for (std::size_t i = 0; i < result.size(); ++i) {
    const Coord first = result[i];
    if constexpr (DataTypes::isRigid) {
      for (std::size_t k = 1; k < points.size(); ++k)
        DataTypes::add(result[i], DataTypes::difference((*points[k])[i], first) * share);
    } else {
      if (counts) result[i] += former[i];
      for (std::size_t k = 1; k < points.size(); ++k) result[i] += (*points[k])[i];
      result[i] *= share;
    }
  }
  d_result.set(std::move(result));
}

template <class DataTypes>
void MeanComputation<DataTypes>::tellOfFormerResult(std::size_t count) {
  if (std::exchange(m_told, true)) return;
  core::tellDefect(
      *this,
      fmt::format("the former result counts once more in the sum of {} states, so that {}", count,
                  count == 1 ? "it grows without end" : fmt::format("it tends to their sum divided by {}", count - 1)),
      "Set input1, input2... to links such as @one/state.position for the mean itself");
}

template <class DataTypes>
void MeanComputation<DataTypes>::giveToOutputs() {
  for (State* state : states(true)) {
    const auto& result = d_result.value();
    if (state->size() != result.size()) state->resize(result.size());
    state->writeCoords(core::vec::position) = result;
  }
}

template <class DataTypes>
void MeanComputation<DataTypes>::handleEvent(core::Event& event) {
  if (!this->isValid()) return;
  if (!m_inputs.empty()) {
    if (core::eventAs<SynchroniseEvent>(event)) takeMean();
  } else if (core::eventAs<core::AnimateBeginEvent>(event)) {
    takeMean();
    if (this->isValid()) giveToOutputs();
  }
}

template <class DataTypes>
void MeanComputation<DataTypes>::archive(core::Archive& archive) {
  VecCoord result = d_result.value();
  archive.io(result);
  if (archive.isLoading() && archive.isGood()) d_result.set(std::move(result));
}

namespace {
const auto registeredMean =
    core::Register("MeanComputation", "MultiThreading", "means of the points of several states, or lists")
        .addAll<MeanComputation, type::Vec3Types, type::Vec2Types, type::Vec1Types, type::Rigid3Types,
                type::Rigid2Types>(true);
}  // namespace

}  // namespace sofa::component::animationloop
