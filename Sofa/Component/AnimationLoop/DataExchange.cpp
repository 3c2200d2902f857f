// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/AnimationLoop/DataExchange.h"

#include "Sofa/Component/AnimationLoop/SynchroniseEvent.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::animationloop {

namespace {

/// Templates name scalars by a letter.
template <class T>
constexpr const char* scalarName = nullptr;
template <>
constexpr const char* scalarName<double> = "d";
template <>
constexpr const char* scalarName<int> = "i";
template <>
constexpr const char* scalarName<type::Index> = "I";

template <class T>
std::string templateNameOf(const T&) {
  return scalarName<T> ? scalarName<T> : type::TextTraits<T>::name();
}
template <class T>
std::string templateNameOf(const std::vector<T>&) {
  return "vector<" + templateNameOf(T()) + ">";
}

}  // namespace

template <class T>
std::string DataExchange<T>::staticTemplateName() {
  return templateNameOf(T());
}

template <class T>
void DataExchange<T>::init() {
  if (!d_to.parent() || !core::convertible(d_to.type(), d_to.parent()->type())) {
    error("to must be a link to a Data of type {}, such as @receiver/state.position; it is none.",
          staticTemplateName());
    return setInvalid();
  }
  if (!d_from.parent() && !d_from.isSet())
    warning("from is not given: set it to a link such as @sender/state.position.");
  setValid();
  if (d_from.isSet()) copy();
}

template <class T>
void DataExchange<T>::copy() {
  core::BaseData& to = *d_to.parent();
  const T value = d_from.value();
  if (auto* same = dynamic_cast<core::Data<T>*>(&to))
    same->set(value);
  else
    core::convert(d_from.type(), &value, to.type(), to.rawEdit());
}

template <class T>
void DataExchange<T>::handleEvent(core::Event& event) {
  if (!core::eventAs<SynchroniseEvent>(event) || !isValid() || !d_to.parent()) return;
  if constexpr (requires(const T& list) { list.size(); }) {
    const std::size_t size = d_from.value().size(), place = d_to.value().size();
    if (dynamic_cast<const core::BaseState*>(d_to.parent()->owner()) && place != size) {
      error("{} values cannot replace the {} of {}: link a Data of the same length.", size, place, d_to.linkPath());
      return setInvalid();
    }
  }
  copy();
}

namespace {
using type::Index, type::Vec2, type::Vec3;
template <class T>
using List = std::vector<T>;
const auto registered =
    core::Register("DataExchange", "MultiThreading",
                   "copies a value when the loops of an AnimationLoopParallelScheduler are in step")
        .addAll<DataExchange, List<Vec3>, List<Vec2>, List<double>, List<int>, List<Index>, Vec3, double, bool>(true)
        .addAs<DataExchange<List<Vec3>>>("vector<Vec3f>")
        .addAs<DataExchange<List<Vec2>>>("vector<Vec2f>")
        .addAs<DataExchange<List<double>>>("vector<f>")
        .addAs<DataExchange<Vec3>>("Vec3f")
        .addAs<DataExchange<double>>("f");
}  // namespace

}  // namespace sofa::component::animationloop
