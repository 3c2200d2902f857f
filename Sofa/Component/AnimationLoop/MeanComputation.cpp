#include "Sofa/Component/AnimationLoop/MeanComputation.h"

#include "Sofa/Component/AnimationLoop/SynchroniseEvent.h"
#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::animationloop {

namespace {

/// Mean of the points `index` of some lists.
template <class DataTypes, class Inputs>
typename DataTypes::Coord meanOf(const Inputs& inputs, std::size_t index) {
  typename DataTypes::Coord mean = inputs[0]->value()[index];
  const double share = 1.0 / static_cast<double>(inputs.size());
  if constexpr (!DataTypes::isRigid) {
    for (std::size_t k = 1; k < inputs.size(); ++k) mean += inputs[k]->value()[index];
    mean *= share;
  } else {
    const auto first = mean;
    for (std::size_t k = 1; k < inputs.size(); ++k)
      DataTypes::add(mean, DataTypes::difference(inputs[k]->value()[index], first) * share);
  }
  return mean;
}

}  // namespace

template <class DataTypes>
void MeanComputation<DataTypes>::prepareAttributes(const core::ComponentDescription& description) {
  for (std::string name = "input1"; description.has(name); name = fmt::format("input{}", m_inputs.size() + 1))
    m_inputs.push_back(std::make_unique<core::Data<VecCoord>>(this, name, VecCoord(), "points that the mean is of"));
}

template <class DataTypes>
void MeanComputation<DataTypes>::init() {
  this->setValid();
  if (!m_inputs.empty()) return;
  this->error("There is nothing to take the mean of: set input1, input2... to links such as @one/state.position.");
  this->setInvalid();
}

template <class DataTypes>
void MeanComputation<DataTypes>::handleEvent(core::Event& event) {
  if (!core::eventAs<SynchroniseEvent>(event) || !this->isValid()) return;
  const std::size_t size = m_inputs[0]->value().size();
  for (const auto& input : m_inputs)
    if (input->value().size() != size) {
      this->error("{} has {} points, but {} has {}: the mean is of lists of one length.", input->name(),
                  input->value().size(), m_inputs[0]->name(), size);
      return this->setInvalid();
    }
  VecCoord result(size);
  for (std::size_t i = 0; i < size; ++i) result[i] = meanOf<DataTypes>(m_inputs, i);
  d_result.set(std::move(result));
}

namespace {
const auto registeredMean =
    core::Register("MeanComputation", "MultiThreading",
                   "means of points, taken when the loops of an AnimationLoopParallelScheduler are in step")
        .addAll<MeanComputation, type::Vec3Types, type::Vec2Types, type::Vec1Types, type::Rigid3Types,
                type::Rigid2Types>(true);
}  // namespace

}  // namespace sofa::component::animationloop
