#pragma once
#include <concepts>
#include <memory>
#include <mutex>
#include <typeinfo>

namespace sofa::compatibility {

/// A class that stands for a class of Core and has nothing but a pointer to it: View::Ours is the type it stands for.
template <class T>
concept ViewClass = requires(T& view, typename T::Ours* object) {
  view.bind(object);
  { view.ours() } -> std::same_as<typename T::Ours*>;
};

/// The view of an object, the same one each time; null of null. It goes with the object.
template <ViewClass View>
View* viewOf(typename View::Ours* object) {
  static std::mutex mutex;
  if (!object) return nullptr;
  const std::scoped_lock lock(mutex);
  auto& place = object->attachment(typeid(View));
  if (!place) {
    auto view = std::make_shared<View>();
    view->bind(object);
    place = std::move(view);
  }
  return static_cast<View*>(place.get());
}

/// What a link to `Target` holds, and how the two are converted.
template <class Target>
struct LinkTarget {
  using Ours = Target;
  static Target* view(Ours* object) { return object; }
  static Ours* ours(Target* target) { return target; }
};
template <ViewClass Target>
struct LinkTarget<Target> {
  using Ours = typename Target::Ours;
  static Target* view(Ours* object) { return viewOf<Target>(object); }
  static Ours* ours(Target* target) { return target ? target->ours() : nullptr; }
};

}  // namespace sofa::compatibility
