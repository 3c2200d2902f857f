// SPDX-License-Identifier: Apache-2.0
#include <numeric>
#include <set>

#include "Sofa/Component/Engine/Engine.h"

namespace sofa::component::engine {

/// The values at some indices, in the order of the indices.
template <class T>
class ValuesFromIndices final : public Engine {
 public:
  List<T> d_in{this, "in", {}, "values", {.aliases = {"input"}, .group = "Inputs"}};
  List<Index> d_indices{this, "indices", {}, "places of the values to take", input};
  List<T> d_out{this, "out", {}, "values at these places", {.aliases = {"output"}, .group = "Outputs"}};
  Data<std::string> d_outStr{this, "outStr", "", "the same as text", output};
  static std::string staticTemplateName() { return valueName<T>(); }

 protected:
  void doUpdate() override {
    const auto& in = d_in.value();
    auto& out = d_out.edit();
    out.clear();
    forEachValid(d_indices, in.size(), [&](Index i) { out.push_back(in[i]); });
    d_outStr.set(type::toText(out));
  }
};

/// The places in `global` of the values in `values`, the first of each, or all with recursiveSearch.
template <class T>
class IndicesFromValues final : public Engine {
 public:
  List<T> d_values{this, "values", {}, "values to look for", input};
  List<T> d_global{this, "global", {}, "values among which they are looked for", input};
  List<Index> d_indices{this, "indices", {}, "where they are", output};
  List<Index> d_otherIndices{this, "otherIndices", {}, "the other places, increasing", output};
  Data<bool> d_recursiveSearch{this, "recursiveSearch", false, "if true, all places that hold a value are found"};
  static std::string staticTemplateName() { return valueName<T>(); }

 protected:
  void doUpdate() override {
    const auto &values = d_values.value(), &global = d_global.value();
    auto &indices = d_indices.edit(), &others = d_otherIndices.edit();
    indices.clear();
    others.clear();
    std::vector<char> taken(global.size(), 0);
    for (std::size_t v = 0; v < values.size(); ++v) {
      const std::size_t before = indices.size();
      for (std::size_t i = 0; i < global.size(); ++i) {
        if (!(global[i] == values[v])) continue;
        indices.push_back(static_cast<Index>(i));
        taken[i] = 1;
        if (!d_recursiveSearch.value()) break;
      }
      if (indices.size() == before)
        error("values: entry {}, {}, is not in global; it is left out.", v, type::toText(values[v]));
    }
    for (std::size_t i = 0; i < global.size(); ++i)
      if (!taken[i]) others.push_back(static_cast<Index>(i));
  }
};

/// Numbers, or the corners of elements, under a new numbering: `indices` lists the old number of each new one, or with
/// `transpose` the new number of each old one. What has no new number is left out.
template <class T>
class MapIndices final : public Engine {
 public:
  List<T> d_in{this, "in", {}, "indices or elements", input};
  List<Index> d_indices{this, "indices", {}, "old number of each new one", input};
  List<T> d_out{this, "out", {}, "the same under the new numbering", output};
  Data<std::string> d_outStr{this, "outStr", "", "the same as text", output};
  Data<bool> d_transpose{this, "transpose", false, "if true, indices holds the new number of each old one", input};
  static std::string staticTemplateName() { return valueName<T>(); }

 protected:
  void doUpdate() override {
    const auto& indices = d_indices.value();
    std::map<Index, Index> renumbered;
    for (Index i = 0; i < indices.size(); ++i)
      if (d_transpose.value())
        renumbered[i] = indices[i];
      else
        renumbered[indices[i]] = i;
    auto& out = d_out.edit();
    out.clear();
    std::size_t bad = 0;
    const auto renumber = [&](auto& i) {
      const auto found = renumbered.find(static_cast<Index>(i));
      if (found == renumbered.end()) return false;
      i = static_cast<std::remove_reference_t<decltype(i)>>(found->second);
      return true;
    };
    for (T element : d_in.value()) {
      bool known = true;
      if constexpr (std::is_integral_v<T>)
        known = renumber(element);
      else
        for (Index& i : element) known = known && renumber(i);
      if (known)
        out.push_back(element);
      else
        ++bad;
    }
    if (bad > 0) error("in: {} of {} entries have no new number; they are left out.", bad, d_in.value().size());
    d_outStr.set(type::toText(out));
  }
};

/// Points of which the indices are given, each once.
class PointsFromIndices final : public Engine {
 public:
  List<Vec3> d_position{this, "position", {}, "points; default: positions of the visible state", input};
  List<Index> d_indices{this, "indices", {}, "points to take", input};
  List<Vec3> d_indicesPosition{this, "indices_position", {}, "where they are", output};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

  void init() override {
    if (!followPoints(d_position, "position")) error("position is not set and there is no state to take it from.");
    connect();
  }

 protected:
  void doUpdate() override {
    const auto& x = d_position.value();
    auto& points = d_indicesPosition.edit();
    points.clear();
    std::set<Index> taken;
    forEachValid(d_indices, x.size(), [&](Index i) {
      if (taken.insert(i).second) points.push_back(x[i]);
    });
  }
};

/// A copy of values in which those at `indices` are set to `value`; it grows as needed.
class IndexValueMapper final : public Engine {
 public:
  List<double> d_inputValues{this, "inputValues", {}, "values", input};
  List<Index> d_indices{this, "indices", {}, "places to set", input};
  Data<double> d_value{this, "value", 0.0, "value set there", input};
  List<double> d_outputValues{this, "outputValues", {}, "values with those set", output};
  Data<double> d_defaultValue{this, "defaultValue", 1.0, "value of places between the given ones and those set"};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

 protected:
  void doUpdate() override {
    constexpr std::size_t most = 100'000'000;  // a slip of the pen must not exhaust the memory
    auto& values = d_outputValues.edit();
    values = d_inputValues.value();
    forEachValid(d_indices, most, [&](Index i) {
      if (i >= values.size()) values.resize(std::size_t{i} + 1, d_defaultValue.value());
      values[i] = d_value.value();
    });
  }
};

/// Replaces labels by values: each entry of inputValues that is indices[k] becomes values[k].
class Indices2ValuesMapper final : public Engine {
 public:
  List<double> d_inputValues{this, "inputValues", {}, "labels", input};
  List<double> d_indices{this, "indices", {}, "labels that have a value", input};
  List<double> d_values{this, "values", {}, "their values", input};
  List<double> d_outputValues{this, "outputValues", {}, "value of each label", output};
  Data<double> d_defaultValue{this, "defaultValue", 1.0, "value of the other labels"};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

 protected:
  void doUpdate() override {
    const auto &labels = d_indices.value(), &values = d_values.value();
    if (labels.size() != values.size())
      warning("indices has {} labels and values {} values; the rest is left out.", labels.size(), values.size());
    std::map<double, double> valueOf;
    for (std::size_t k = std::min(labels.size(), values.size()); k-- > 0;) valueOf[labels[k]] = values[k];
    auto& result = d_outputValues.edit();
    result.clear();
    for (const double label : d_inputValues.value()) {
      const auto found = valueOf.find(label);
      result.push_back(found == valueOf.end() ? d_defaultValue.value() : found->second);
    }
  }
};

namespace {
using type::Edge, type::Triangle, type::Quad, type::Hexahedron, type::Index, type::Vec2, type::Vec3, type::Vec4,
    type::Vec6;
const auto registered = std::array{
    core::Register("ValuesFromIndices", "Sofa.Component.Engine.Select", "values at some indices")
        .addAll<ValuesFromIndices, double, int, Index, std::string, Vec2, Vec3, Vec4, Vec6, Edge, Triangle, Quad,
                Hexahedron, type::RigidCoord<2>, type::RigidCoord<3>>(true)
        .addAs<ValuesFromIndices<Vec3>>("RigidDeriv2d")
        .addAs<ValuesFromIndices<Vec6>>("RigidDeriv3d"),
    core::Register("IndicesFromValues", "Sofa.Component.Engine.Select", "indices at which some values are")
        .addAll<IndicesFromValues, double, int, Index, std::string, Vec2, Vec3, Edge, Triangle, Quad, Hexahedron>(true),
    core::Register("MapIndices", "Sofa.Component.Engine.Transform", "indices and elements under another numbering")
        .addAll<MapIndices, int, Index, Edge, Triangle, Quad, Hexahedron>(true),
    core::Register("PointsFromIndices", "Sofa.Component.Engine.Select", "points of which the indices are given")
        .add<PointsFromIndices>(true),
    core::Register("IndexValueMapper", "Sofa.Component.Engine.Transform", "sets the values at some indices")
        .add<IndexValueMapper>(true),
    core::Register("Indices2ValuesMapper", "Sofa.Component.Engine.Transform", "replaces labels by values")
        .add<Indices2ValuesMapper>(true),
};
}  // namespace
}  // namespace sofa::component::engine
