// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::engine {

/// An engine whose Data say by their group what they are: "Outputs" are computed, "Visualization" is only looked at,
/// all others are inputs. A component declares its Data and doUpdate(), and is registered; there is nothing else to do.
class Engine : public core::DataEngine {
 public:
  void init() override { connect(); }
  void reinit() override { setDirty(); }

 protected:
  template <class T>
  using Data = core::Data<T>;
  template <class T>
  using List = core::Data<std::vector<T>>;
  using Index = type::Index;
  using Vec3 = type::Vec3;
  inline static const core::DataOptions input{.group = "Inputs"};
  inline static const core::DataOptions output{.group = "Outputs"};
  inline static const core::DataOptions visual{.group = "Visualization"};

  /// Registers the Data as inputs and outputs; may be repeated after Data were added.
  void connect();
  /// Lets an input that the scene leaves open follow `name` of `source`. False if it has nothing to follow.
  bool follow(core::BaseData& data, const core::Base* source, std::string_view name);
  /// The same for points: those of the visible mechanical state, else of the node's mesh loader.
  bool followPoints(core::BaseData& data, std::string_view name = "rest_position");
  /// Inputs follow the lists of the same name of the visible topology.
  void followTopology(std::initializer_list<core::BaseData*> lists);

  /// Calls f with those of the indices that are below `count`; one error tells of the others.
  template <class F>
  void forEachValid(const List<Index>& indices, std::size_t count, const F& f) const {
    std::size_t bad = 0;
    Index first = 0;
    for (const Index i : indices.value())
      if (i < count)
        f(i);
      else if (bad++ == 0)
        first = i;
    if (bad > 0) tellBadIndices(indices.name(), bad, first, count);
  }
  /// Whether all points that the elements name exist; else an error.
  template <class E>
  bool checkElements(const List<E>& elements, std::size_t pointCount) const {
    const auto& list = elements.value();
    for (std::size_t k = 0; k < list.size(); ++k)
      for (const Index i : list[k])
        if (i >= pointCount) return tellBadElement(elements.name(), k, i, pointCount);
    return true;
  }

 private:
  void tellBadIndices(const std::string& data, std::size_t bad, Index first, std::size_t count) const;
  bool tellBadElement(const std::string& data, std::size_t element, Index point, std::size_t count) const;
};

/// The name under which scenes know a kind of value as template: d, I, Vec3d, fixed_array<I,3>...
template <class T>
std::string valueName() {
  if constexpr (std::is_same_v<T, bool>) return "bool";
  if constexpr (std::is_same_v<T, std::string>) return "string";
  if constexpr (std::is_same_v<T, double>) return "d";
  if constexpr (std::is_same_v<T, int>) return "i";
  if constexpr (std::is_same_v<T, type::Index>) return "I";
  if constexpr (requires {
                  typename T::value_type;
                  requires std::is_same_v<typename T::value_type, type::Index>;
                })
    return fmt::format("fixed_array<I,{}>", sizeof(T) / sizeof(type::Index));
  else
    return type::TextTraits<T>::name();
}

/// What canCreate() of a class on points answers: without an explicit template the one of the visible state is meant.
template <class DataTypes, class Node>
bool fitsVisibleState(const Node& node, const core::ComponentDescription& description, std::string& why) {
  const auto* state = core::mechanicalState(node);
  if (description.has("template") || !state || dynamic_cast<const core::State<DataTypes>*>(state)) return true;
  why = fmt::format("the visible mechanical state, {}, holds {}", state->path(), state->dataTypesName());
  return false;
}

/// Distance of two points; of frames also how far they are turned from each other counts, as in all searches for the
/// nearest: half of it, |vector part of the relative quaternion|, or the angle in the plane.
template <class DataTypes>
double distanceOf(const typename DataTypes::Coord& a, const typename DataTypes::Coord& b) {
  if constexpr (!DataTypes::isRigid) {
    return (a - b).norm();
  } else {
    double turned = 0;
    if constexpr (DataTypes::spatialDimensions == 3)
      turned = (type::inverse(b.orientation) * a.orientation).vec().squaredNorm();
    else
      turned = (a.orientation - b.orientation) * (a.orientation - b.orientation);
    return std::sqrt((a.center - b.center).squaredNorm() + turned);
  }
}

}  // namespace sofa::component::engine
