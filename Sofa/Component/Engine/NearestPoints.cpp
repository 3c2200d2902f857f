// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"

namespace sofa::component::engine {

/// Selects the N points nearest to any of several centres, among those within its radius. They come in the order of a
/// heap whose first entry is the farthest. It is computed when somebody asks for it.
class ProximityROI final : public Engine {
 public:
  List<Vec3> d_centers{this, "centers", {}, "centres of the spheres", input};
  List<double> d_radii{this, "radii", {}, "their radii; the last one given is that of all others", input};
  Data<Index> d_n{this, "N", 0, "how many points are selected at most", input};
  List<Vec3> d_position{this,
                        "position",
                        {},
                        "points; default: rest positions of the visible state, else of the mesh loader",
                        {.aliases = {"rest_position"}, .group = "Inputs"}};
  List<Index> d_indices{this, "indices", {0}, "points selected", output};
  List<Vec3> d_pointsInRoi{this, "pointsInROI", {}, "where they are", output};
  List<double> d_distance{this, "distance", {}, "their distance to the centre", output};
  List<Index> d_indicesOut{this, "indicesOut", {}, "the other points, increasing", output};
  Data<bool> d_drawSphere{this, "drawSphere", false, "draws the spheres", visual};
  Data<bool> d_drawPoints{this, "drawPoints", false, "draws the points selected", visual};
  Data<double> d_drawSize{this, "drawSize", 1.0, "diameter of the points (pixels)", visual};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

  void init() override {
    if (!followPoints(d_position))
      error("There are no points: set position, or add a state or a mesh loader to the node.");
    connect();
  }

  void draw(core::DrawList& list) const override {
    if (!list.shows(type::DisplayFlags::BehaviorModels)) return;
    if (d_drawPoints.value())
      list.points(d_pointsInRoi.value(), static_cast<float>(d_drawSize.value()), {1, 0.4f, 0.4f, 1});
    if (d_drawSphere.value() && !d_radii.value().empty())
      for (std::size_t k = 0; k < d_centers.value().size(); ++k)
        list.sphere(d_centers.value()[k], radius(k), {1, 0.4f, 0.4f, 0.3f});
  }

 protected:
  void doUpdate() override {
    if (d_radii.value().empty() && !d_centers.value().empty())
      error("radii is missing: give one radius, or one for each of the {} centers.", d_centers.value().size());
    const auto& x = d_position.value();
    std::vector<std::pair<double, Index>> heap;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto distance = distanceToCenters(x[i]);
      if (!distance) continue;
      heap.emplace_back(*distance, static_cast<Index>(i));
      std::push_heap(heap.begin(), heap.end());
      if (heap.size() <= d_n.value()) continue;
      std::pop_heap(heap.begin(), heap.end());
      heap.pop_back();
    }
    auto &indices = d_indices.edit(), &others = d_indicesOut.edit();
    auto& points = d_pointsInRoi.edit();
    auto& distances = d_distance.edit();
    indices.clear(), others.clear(), points.clear(), distances.clear();
    std::vector<char> selected(x.size(), 0);
    for (const auto& [distance, i] : heap) {
      indices.push_back(i);
      points.push_back(x[i]);
      distances.push_back(distance);
      selected[i] = 1;
    }
    for (std::size_t i = 0; i < x.size(); ++i)
      if (!selected[i]) others.push_back(static_cast<Index>(i));
  }

 private:
  double radius(std::size_t k) const { return d_radii.value()[std::min(k, d_radii.value().size() - 1)]; }

  /// Distance to the nearest of the centres within whose radius the point lies.
  std::optional<double> distanceToCenters(const Vec3& x) const {
    std::optional<double> nearest;
    const auto& centers = d_centers.value();
    for (std::size_t k = 0; k < centers.size() && !d_radii.value().empty(); ++k)
      if (const double d = (x - centers[k]).norm(); d < radius(k)) nearest = std::min(d, nearest.value_or(d));
    return nearest;
  }
};

/// For each point of a second state the nearest one of a first state, if it is within a radius.
template <class DataTypes>
class NearestPointROI final : public Engine {
 public:
  core::Link<core::State<DataTypes>> l_object1{this, "object1", "state in which the nearest points are looked for"};
  core::Link<core::State<DataTypes>> l_object2{this, "object2", "state for whose points they are looked for"};
  List<Index> d_inputIndices1{this, "inputIndices1", {}, "points of object1 to look at; empty: all"};
  List<Index> d_inputIndices2{this, "inputIndices2", {}, "points of object2 to look for; empty: all"};
  Data<double> d_radius{this, "radius", 1.0, "points that are not nearer are left out"};
  Data<bool> d_useRestPosition{this, "useRestPosition", true, "whether rest positions are compared"};
  List<Index> d_indices1{this, "indices1", {}, "nearest point of object1, for each pair", output};
  List<Index> d_indices2{this, "indices2", {}, "point of object2, for each pair", output};
  List<type::Edge> d_edges{
      this, "edges", {}, "edge between points 2j and 2j+1, for each pair with point j of object2", output};
  List<Index> d_indexPairs{this, "indexPairs", {}, "0 index1 1 index2, for each pair", output};
  List<double> d_distances{this, "distances", {}, "distance, for each pair", output};
  Data<bool> d_drawPairs{this, "drawPairs", false, "draws a line for each pair", visual};
  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(auto& node, const core::ComponentDescription& description, std::string& why) {
    return core::checkState<DataTypes>(node, description, "object1", why) &&
           core::checkState<DataTypes>(node, description, "object2", why);
  }

  void init() override {
    l_object1.retry();
    l_object2.retry();
    if (!l_object1 || !l_object2) {
      error("{} is not a state of {}. There are no pairs.", l_object1 ? "object2" : "object1", DataTypes::name());
      return setInvalid();
    }
    for (auto* object : {l_object1.get(), l_object2.get()})
      if (auto* data = object->findData(d_useRestPosition.value() ? "rest_position" : "position")) addInput(data);
    connect();
  }

  void draw(core::DrawList& list) const override {
    if (!d_drawPairs.value() || !isValid()) return;
    const auto &one = d_indices1.value(), &two = d_indices2.value();
    for (std::size_t k = 0; k < one.size(); ++k)
      list.line(l_object1->pointPosition(one[k], core::vec::position),
                l_object2->pointPosition(two[k], core::vec::position), 1, {1, 0, 1, 1});
  }

 protected:
  void doUpdate() override {
    auto &one = d_indices1.edit(), &two = d_indices2.edit(), &pairs = d_indexPairs.edit();
    auto& edges = d_edges.edit();
    auto& distances = d_distances.edit();
    one.clear(), two.clear(), pairs.clear(), edges.clear(), distances.clear();
    if (!l_object1 || !l_object2) return;
    const auto id = d_useRestPosition.value() ? core::vec::restPosition : core::vec::position;
    const auto &x1 = l_object1->coords(id), &x2 = l_object2->coords(id);
    const auto candidates = chosen(d_inputIndices1, x1.size());
    for (const Index j : chosen(d_inputIndices2, x2.size())) {
      double nearest = d_radius.value();
      Index found = type::invalidIndex;
      for (const Index i : candidates)
        if (const double d = distanceOf<DataTypes>(x1[i], x2[j]); d < nearest) nearest = d, found = i;
      if (found == type::invalidIndex) continue;
      // SOFA v26.06 takes the number of the point of object2 for that of the pair.
      const bool isSofas = core::reproducesSofa(*this);
      const auto pair = isSofas ? j : static_cast<Index>(one.size());
      tellOfEdges(isSofas && j != one.size());
      edges.emplace_back(2 * pair, 2 * pair + 1);
      one.push_back(found);
      two.push_back(j);
      pairs.insert(pairs.end(), {0, found, 1, j});
      distances.push_back(nearest);
    }
  }

 private:
  void tellOfEdges(bool differ) {
    if (!differ || d_edges.outputs().empty() || std::exchange(m_told, true)) return;
    core::tellDefect(*this, "edges name points by the numbers of those of object2, as if all of them had a partner",
                     "Where the points are those of the pairs, write edges=\"0 1  2 3 ...\"");
  }

  std::vector<Index> chosen(const List<Index>& indices, std::size_t count) const {
    std::vector<Index> result;
    if (indices.value().empty())
      for (std::size_t i = 0; i < count; ++i) result.push_back(static_cast<Index>(i));
    forEachValid(indices, count, [&](Index i) { result.push_back(i); });
    return result;
  }

  bool m_told = false;
};

namespace {
const auto registered = std::array{
    core::Register("ProximityROI", "Sofa.Component.Engine.Select", "selects the points nearest to some centres")
        .add<ProximityROI>(true),
    core::Register("NearestPointROI", "Sofa.Component.Engine.Select", "pairs the points of two states that are near")
        .addAll<NearestPointROI, type::Vec3Types, type::Vec1Types, type::Vec2Types, type::Vec6Types, type::Rigid2Types,
                type::Rigid3Types>(true)
        .ignores("mechanicalStates", "The states are object1 and object2; delete it."),
};
}  // namespace
}  // namespace sofa::component::engine
