#pragma once
#include "Sofa/Compatibility/Data.h"
#include "Sofa/Compatibility/Topology.h"
#include "Sofa/Core/ObjectModel/Following.h"

/// Data with a value for each element of a mesh, or with numbers of elements, that follow its changes.
namespace sofa::core::topology {

/// What TopologyData of points are declared with.
using Point = sofa::topology::Point;

/// One value per element. Values of new elements are value-initialised; where they are to be computed, the Data is one
/// of ours, declared with core::madeBy().
template <class Element, class Values>
class TopologyData : public sofa::Data<Values> {
 public:
  using sofa::Data<Values>::Data;
  TopologyData(const compatibility::InitData<Values>& init) : sofa::Data<Values>(init) {}

  /// From now on it follows the mesh that the owner's link `topology` leads to, or the one its node uses.
  void createTopologyHandler(BaseMeshTopology*) {
    if constexpr (std::is_same_v<Element, Point>)
      this->base()->setFollowing(perPoint());
    else
      this->base()->setFollowing(perElement<Element>());
  }
};

template <class Values>
using PointData = TopologyData<Point, Values>;
template <class Values>
using EdgeData = TopologyData<type::Edge, Values>;
template <class Values>
using TriangleData = TopologyData<type::Triangle, Values>;
template <class Values>
using QuadData = TopologyData<type::Quad, Values>;
template <class Values>
using TetrahedronData = TopologyData<type::Tetrahedron, Values>;
template <class Values>
using HexahedronData = TopologyData<type::Hexahedron, Values>;

/// Numbers of points: those that go leave the list, the others keep pointing to the same points.
class TopologySubsetIndices : public sofa::Data<std::vector<sofa::Index>> {
 public:
  using Data::Data;
  TopologySubsetIndices(const compatibility::InitData<std::vector<sofa::Index>>& init) : Data(init) {}
  void createTopologyHandler(BaseMeshTopology*) { base()->setFollowing(pointIndices); }
};

}  // namespace sofa::core::topology
