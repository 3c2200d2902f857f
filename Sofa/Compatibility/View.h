#pragma once
#include <map>
#include <mutex>

namespace sofa::compatibility {

/// A class that stands for a class of Core and has nothing but a pointer to it: View::Ours is the type it stands for.
template <class T>
concept ViewClass = requires(T& view, typename T::Ours* object) {
  view.bind(object);
  { view.ours() } -> std::same_as<typename T::Ours*>;
};

/// The view of an object, the same one each time; null of null. It stays when the object goes and serves the next one
/// at that address.
template <ViewClass View>
View* viewOf(typename View::Ours* object) {
  static std::mutex mutex;
  static std::map<const void*, View> views;
  if (!object) return nullptr;
  const std::scoped_lock lock(mutex);
  const auto [entry, isNew] = views.try_emplace(object);
  if (isNew) entry->second.bind(object);
  return &entry->second;
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
