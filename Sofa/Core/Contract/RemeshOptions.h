// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Base.h"
#include "Sofa/Geometry/Remesh.h"

namespace sofa::core {

/// The Data of components that remesh: how long edges are to be where, and what stays (docs/manual/remeshing.md). A
/// member of the component that owns the Data.
class RemeshOptions {
 public:
  explicit RemeshOptions(Base* owner) : m_owner(owner) {}

 private:
  Base* m_owner;  // before the Data, which are declared with it

 public:
  Data<std::vector<double>> d_size{m_owner,
                                   "size",
                                   {1.0},
                                   "length that edges are to have: one, or one for each point",
                                   {.follows = {Following::What::values, ElementKind::point, NewValue::mean, true}}};
  Data<std::vector<type::Vec6>> d_boxes{m_owner, "boxes", {}, "boxes of other sizes: min, then max"};
  Data<std::vector<double>> d_boxSizes{m_owner, "boxSizes", {}, "length of edges in each box, or in all of them"};
  Data<std::vector<type::Vec3>> d_places{
      m_owner, "places", {}, "points of other sizes, such as @tool.position to make a mesh finer around a tool"};
  Data<std::vector<double>> d_placeSizes{m_owner, "placeSizes", {}, "length of edges at each place, or at all of them"};
  Data<double> d_gradation{m_owner, "gradation", 0.3,
                           "how much longer edges may be per distance from a box or place: length over length"};
  Data<double> d_splitAbove{
      m_owner, "splitAbove", 0.0,
      "edges longer than this part of the size are split; 0: 4/3 of triangles, sqrt(2) of tetrahedra"};
  Data<double> d_collapseBelow{
      m_owner, "collapseBelow", 0.0,
      "edges shorter than this part of the size are collapsed; 0: 4/5 of triangles, 1/sqrt(2) of tetrahedra"};
  Data<double> d_smallestQuality{m_owner, "smallestQuality", 0.1,
                                 "shape quality (1: regular, 0: flat) below which no element is made"};
  Data<double> d_featureAngle{m_owner, "featureAngle", 30.0,
                              "edges where the surface turns by more stay what they are (degrees)"};
  Data<double> d_deviation{m_owner, "deviation", 0.0,
                           "how far each step may move the surface at rest, as a part of the size; 0: not at all"};
  Data<bool> d_flips{m_owner, "flips", true, "whether edges flip where that makes better elements"};
  Data<bool> d_relaxation{m_owner, "relaxation", true, "whether points of new elements move to better places"};
  Data<int> d_passes{m_owner, "passes", 10, "how often it is gone through all edges at most"};
  Data<type::Index> d_maxPoints{m_owner, "maxPoints", 1'000'000, "how many points the mesh may get"};

  geometry::RemeshSettings settings() const {
    return {d_splitAbove.value(),   d_collapseBelow.value(), d_smallestQuality.value(),
            d_featureAngle.value(), d_deviation.value(),     d_flips.value(),
            d_relaxation.value(),   d_passes.value(),        d_maxPoints.value()};
  }
  /// Empty, or what is wrong with the Data for a mesh of so many points, and what would be right.
  std::string problem(std::size_t points) const;
  /// One of each point. For Data without problem.
  std::vector<double> sizes(std::size_t points) const;
  /// Of boxes and places; empty if there are none. Holds copies of the Data.
  std::function<double(const type::Vec3&)> field() const;
};

}  // namespace sofa::core
