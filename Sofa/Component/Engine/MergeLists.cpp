// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "Sofa/Component/Engine/NumberedEngine.h"

namespace sofa::component::engine {

/// Several lists one after the other: input1, input2, ...
template <class T>
class MergeVectors final : public NumberedEngine {
 public:
  Data<Index> d_nbInputs{this, "nbInputs", 2, "number of lists"};
  List<T> d_output{this, "output", {}, "all of them, one after the other", output};
  MergeVectors() { createLists(); }
  static std::string staticTemplateName() { return "vector<" + valueName<T>() + ">"; }

 protected:
  Data<Index>& listCount() override { return d_nbInputs; }
  void resizeLists(Index n) override { m_inputs.resize(n); }
  void doUpdate() override {
    auto& all = d_output.edit();
    all.clear();
    for (std::size_t k = 0; k < m_inputs.size(); ++k)
      all.insert(all.end(), m_inputs[k].value().begin(), m_inputs[k].value().end());
  }

 private:
  NumberedData<std::vector<T>> m_inputs{this, "input", "list"};
};

/// Two lists as sets: what is in either, in both, in the first but not in the second, or in one only.
template <class T>
class MergeSets final : public Engine {
 public:
  List<T> d_in1{this, "in1", {}, "first set", input};
  List<T> d_in2{this, "in2", {}, "second set", input};
  List<T> d_out{this, "out", {}, "the result, increasing", output};
  Data<std::string> d_op{this, "op", "union",
                         "union, intersection, difference or symmetric_difference; the first letter counts", input};
  static std::string staticTemplateName() { return valueName<T>(); }

 protected:
  void doUpdate() override {
    const std::set<T> a(d_in1.value().begin(), d_in1.value().end()), b(d_in2.value().begin(), d_in2.value().end());
    auto& result = d_out.edit();
    result.clear();
    const auto combine = [&](auto operation) {
      operation(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
    };
    const auto& op = d_op.value();
    switch (op.empty() ? 'u' : std::tolower(static_cast<unsigned char>(op[0]))) {
      case 'i':
        return combine([](auto... x) { std::set_intersection(x...); });
      case 'd':
        return combine([](auto... x) { std::set_difference(x...); });
      case 's':
        return combine([](auto... x) { std::set_symmetric_difference(x...); });
      default:
        error("op is \"{}\"; it should be union, intersection, difference or symmetric_difference. union is taken.",
              op);
        [[fallthrough]];
      case 'u':
        return combine([](auto... x) { std::set_union(x...); });
    }
  }
};

/// Several regions as one list of lists: indices1, indices2, ...
class MergeROIs final : public NumberedEngine {
 public:
  Data<Index> d_nbRois{this, "nbROIs", 0, "number of regions", input};
  List<std::vector<Index>> d_roiIndices{this, "roiIndices", {}, "indices of each region", output};

 protected:
  Data<Index>& listCount() override { return d_nbRois; }
  void resizeLists(Index n) override { m_indices.resize(n); }
  void doUpdate() override {
    auto& lists = d_roiIndices.edit();
    lists.clear();
    for (std::size_t k = 0; k < m_indices.size(); ++k) lists.push_back(m_indices[k].value());
  }

 private:
  NumberedData<std::vector<Index>> m_indices{this, "indices", "indices of region"};
};

/// Points that are in none of several regions: setIndices1, setIndices2, ...
class ComplementaryROI final : public NumberedEngine {
 public:
  List<Vec3> d_position{this, "position", {}, "all points; default: rest positions of the visible state", input};
  Data<Index> d_nbSet{this, "nbSet", 0, "number of regions", input};
  List<Index> d_indices{this, "indices", {}, "points in none of them, increasing", output};
  List<Vec3> d_pointsInRoi{this, "pointsInROI", {}, "where they are", output};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

  void init() override {
    followPoints(d_position);
    connect();
  }

 protected:
  Data<Index>& listCount() override { return d_nbSet; }
  void resizeLists(Index n) override { m_sets.resize(n); }
  void doUpdate() override {
    const auto& x = d_position.value();
    auto& indices = d_indices.edit();
    auto& points = d_pointsInRoi.edit();
    indices.clear(), points.clear();
    std::vector<char> taken(x.size(), 0);
    for (std::size_t k = 0; k < m_sets.size(); ++k) forEachValid(m_sets[k], x.size(), [&](Index i) { taken[i] = 1; });
    for (Index i = 0; i < x.size(); ++i)
      if (!taken[i]) indices.push_back(i), points.push_back(x[i]);
  }

 private:
  NumberedData<std::vector<Index>> m_sets{this, "setIndices", "points of region"};
};

/// One value for each region: the points indices1 get value1, ... The last region a point is in counts.
class ROIValueMapper final : public NumberedEngine {
 public:
  Data<Index> d_nbRois{this, "nbROIs", 0, "number of regions", input};
  List<double> d_outputValues{this, "outputValues", {}, "value of each point, up to the last one in a region", output};
  Data<double> d_defaultValue{this, "defaultValue", 0.0, "value of points in no region"};

 protected:
  Data<Index>& listCount() override { return d_nbRois; }
  void resizeLists(Index n) override {
    m_indices.resize(n);
    m_values.resize(n);
  }
  void doUpdate() override {
    constexpr std::size_t most = 100'000'000;  // a slip of the pen must not exhaust the memory
    auto& values = d_outputValues.edit();
    values.clear();
    for (std::size_t k = 0; k < m_indices.size(); ++k)
      forEachValid(m_indices[k], most, [&](Index i) {
        if (i >= values.size()) values.resize(std::size_t{i} + 1, d_defaultValue.value());
        values[i] = m_values[k].value();
      });
  }

 private:
  NumberedData<std::vector<Index>> m_indices{this, "indices", "points of region"};
  NumberedData<double> m_values{this, "value", "value of region"};
};

/// Points that have one of some labels; labels is the list of the labels of each point.
template <class T>
class SelectLabelROI final : public Engine {
 public:
  List<std::vector<T>> d_labels{this, "labels", {}, "labels of each point", input};
  List<T> d_selectLabels{this, "selectLabels", {}, "labels to select", input};
  List<Index> d_indices{this, "indices", {}, "points that have one of them, increasing", output};
  static std::string staticTemplateName() { return valueName<T>(); }

 protected:
  void doUpdate() override {
    const std::set<T> wanted(d_selectLabels.value().begin(), d_selectLabels.value().end());
    auto& indices = d_indices.edit();
    indices.clear();
    for (Index i = 0; i < d_labels.value().size(); ++i) {
      const auto& labels = d_labels.value()[i];
      if (std::any_of(labels.begin(), labels.end(), [&](T label) { return wanted.contains(label); }))
        indices.push_back(i);
    }
  }
};

/// Points whose labels connect: labels1, labels2, ... list the labels of each point, and of some pair of connectLabels
/// the point has both, in whichever lists.
template <class T>
class SelectConnectedLabelsROI final : public NumberedEngine {
 public:
  Data<Index> d_nbLabels{this, "nbLabels", 0, "number of lists of labels", input};
  List<T> d_connectLabels{this, "connectLabels", {}, "pairs of labels: a b  c d ...", input};
  List<Index> d_indices{this, "indices", {}, "points with both labels of a pair, increasing", output};
  static std::string staticTemplateName() { return valueName<T>(); }

 protected:
  Data<Index>& listCount() override { return d_nbLabels; }
  void resizeLists(Index n) override { m_labels.resize(n); }
  void doUpdate() override {
    const auto& pairs = d_connectLabels.value();
    if (pairs.size() % 2 != 0) warning("connectLabels has {} labels: the last one has no partner.", pairs.size());
    std::size_t count = 0;
    for (std::size_t k = 0; k < m_labels.size(); ++k) count = std::max(count, m_labels[k].value().size());
    auto& indices = d_indices.edit();
    indices.clear();
    for (std::size_t i = 0; i < count; ++i) {
      std::set<T> own;
      for (std::size_t k = 0; k < m_labels.size(); ++k)
        if (i < m_labels[k].value().size()) own.insert(m_labels[k].value()[i].begin(), m_labels[k].value()[i].end());
      for (std::size_t p = 0; p + 1 < pairs.size(); p += 2)
        if (own.contains(pairs[p]) && own.contains(pairs[p + 1])) {
          indices.push_back(static_cast<Index>(i));
          break;
        }
    }
  }

 private:
  NumberedData<std::vector<std::vector<T>>> m_labels{this, "labels", "labels of each point, list"};
};

namespace {
using type::Index, type::Vec2, type::Vec3, type::Vec4, type::Vec6;
const auto registered = std::array{
    core::Register("MergeVectors", "Sofa.Component.Engine.Generate", "several lists one after the other")
        .addAll<MergeVectors, double, int, Index, Vec2, Vec3, Vec4, type::RigidCoord<2>, type::RigidCoord<3>, bool>(
            true)
        .addAs<MergeVectors<type::Vec<2, Index>>>("vector<Vec2I>")
        .addAs<MergeVectors<Vec3>>("vector<RigidDeriv2d>")
        .addAs<MergeVectors<Vec6>>("vector<RigidDeriv3d>"),
    core::Register("MergeSets", "Sofa.Component.Engine.Generate", "union, intersection or difference of two lists")
        .addAll<MergeSets, int, Index>(true),
    core::Register("MergeROIs", "Sofa.Component.Engine.Select", "several regions as a list of lists").add<MergeROIs>(),
    core::Register("ComplementaryROI", "Sofa.Component.Engine.Select", "points that are in none of several regions")
        .add<ComplementaryROI>(true),
    core::Register("ROIValueMapper", "Sofa.Component.Engine.Transform", "a value for each of several regions")
        .add<ROIValueMapper>(),
    core::Register("SelectLabelROI", "Sofa.Component.Engine.Select", "points that have one of some labels")
        .addAll<SelectLabelROI, Index, int>(true)
        .addAs<SelectLabelROI<Index>>("B")
        .addAs<SelectLabelROI<Index>>("H"),
    core::Register("SelectConnectedLabelsROI", "Sofa.Component.Engine.Select", "points that connect labels")
        .addAll<SelectConnectedLabelsROI, Index, int>(true)
        .addAs<SelectConnectedLabelsROI<Index>>("B")
        .addAs<SelectConnectedLabelsROI<Index>>("H"),
};
}  // namespace
}  // namespace sofa::component::engine
