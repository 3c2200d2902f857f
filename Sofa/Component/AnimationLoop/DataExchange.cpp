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
  if (!dynamic_cast<core::Data<T>*>(d_to.parent())) {
    error("to must be a link to a Data of type {}, such as @receiver/state.position; it is none.",
          staticTemplateName());
    return setInvalid();
  }
  if (!d_from.parent() && !d_from.isSet())
    warning("from is not given: set it to a link such as @sender/state.position.");
  setValid();
}

template <class T>
void DataExchange<T>::handleEvent(core::Event& event) {
  if (!core::eventAs<SynchroniseEvent>(event) || !isValid()) return;
  auto* to = dynamic_cast<core::Data<T>*>(d_to.parent());
  if (!to) return;
  const T& value = d_from.value();
  if constexpr (requires { value.size(); })
    if (dynamic_cast<const core::BaseState*>(to->owner()) && to->value().size() != value.size()) {
      error("{} values cannot replace the {} of {}: link a Data of the same length.", value.size(), to->value().size(),
            d_to.linkPath());
      return setInvalid();
    }
  to->set(value);
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
