// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <functional>

#include "Sofa/Compatibility/Data.h"
#include "Sofa/Compatibility/Topology.h"
#include "Sofa/Compatibility/TopologyHandlers.h"

/// Data with a value for each element of a mesh, or with numbers of elements, that follow its changes.
namespace sofa::core::topology {

/// What TopologyData of points are declared with.
using Point = sofa::topology::Point;

template <class Element, class Values>
class TopologyData;

/// Handles the value of each element that comes or goes: derive, or set functions.
template <class Element, class Values>
class TopologyDataHandler {
 public:
  using value_type = typename Values::value_type;
  using Indices = std::vector<sofa::Index>;
  using Weights = std::vector<SReal>;
  using Create = std::function<void(sofa::Index, value_type&, const Element&, const Indices&, const Weights&)>;
  using Destroy = std::function<void(sofa::Index, value_type&)>;

  TopologyDataHandler() = default;
  explicit TopologyDataHandler(TopologyData<Element, Values>* data) : m_topologyData(data) {}
  virtual ~TopologyDataHandler() = default;

  /// Ancestors are elements that were there, in the numbers after the change; without weights they count the same.
  virtual void applyCreateFunction(sofa::Index i, value_type& value, const Element& element, const Indices& ancestors,
                                   const Weights& weights) {
    if (create) create(i, value, element, ancestors, weights);
  }
  virtual void applyDestroyFunction(sofa::Index i, value_type& value) {
    if (destroy) destroy(i, value);
  }

  Create create;
  Destroy destroy;

 protected:
  TopologyData<Element, Values>* m_topologyData = nullptr;
};

/// One value per element. Values of new elements are value-initialised, then handed to the functions.
template <class Element, class Values>
class TopologyData : public sofa::Data<Values>, private compatibility::TopologyHandlers::Handler {
 public:
  using container_type = Values;
  using TopologyDataElementHandler = TopologyDataHandler<Element, Values>;
  using Functions = TopologyDataElementHandler;

  using sofa::Data<Values>::Data;
  TopologyData(const compatibility::InitData<Values>& init) : sofa::Data<Values>(init) {}

  /// From now on it follows the mesh.
  void createTopologyHandler(BaseMeshTopology* topology) { createTopologyHandler(topology, nullptr); }
  void createTopologyHandler(BaseMeshTopology* topology, Functions* functions) {
    if (functions) m_functions = functions;
    m_mesh = topology;
    auto* owner = this->base() ? this->base()->owner() : nullptr;
    if (topology && owner) compatibility::TopologyHandlers::of(*owner).add(*owner, *this, *topology);
  }
  void setCreationCallback(typename Functions::Create create) { m_own.create = std::move(create); }
  void setDestructionCallback(typename Functions::Destroy destroy) { m_own.destroy = std::move(destroy); }

  const typename Values::value_type& operator[](std::size_t i) const { return this->getValue()[i]; }
  std::size_t size() const { return this->getValue().size(); }

 private:
  static constexpr ElementKind kind() {
    if constexpr (std::is_same_v<Element, Point>)
      return ElementKind::point;
    else
      return kindOf<Element>();
  }
  const core::BaseMeshTopology* mesh() const override { return m_mesh; }
  Element elementAt(sofa::Index i) const {
    const auto of = [&](const auto& list) { return i < list.size() ? list[i] : Element(); };
    if constexpr (std::is_same_v<Element, Point>) return i;
    if constexpr (std::is_same_v<Element, type::Edge>) return of(m_mesh->edges());
    if constexpr (std::is_same_v<Element, type::Triangle>) return of(m_mesh->triangles());
    if constexpr (std::is_same_v<Element, type::Quad>) return of(m_mesh->quads());
    if constexpr (std::is_same_v<Element, type::Tetrahedron>) return of(m_mesh->tetrahedra());
    if constexpr (std::is_same_v<Element, type::Hexahedron>) return of(m_mesh->hexahedra());
  }
  void carry(const core::MeshChange& step) override {
    const auto& change = step.of(kind());
    Values& values = *this->beginEdit();
    // One that has no value per element, such as an empty list, says nothing of those that come and go.
    if (change.isNothing() || values.size() != change.before()) return;
    for (const sofa::Index i : change.removed()) {
      m_functions->applyDestroyFunction(i, values[i]);
      values[i] = std::move(values.back());
      values.pop_back();
    }
    for (sofa::Index rank = 0; rank < change.added(); ++rank) {
      const auto i = static_cast<sofa::Index>(values.size());
      values.push_back({});
      const auto* from = change.ancestors(rank);
      const auto ancestors = from ? from->elements : typename Functions::Indices();
      m_functions->applyCreateFunction(i, values[i], elementAt(i), ancestors,
                                       from ? from->weights : typename Functions::Weights());
    }
  }

  core::BaseMeshTopology* m_mesh = nullptr;
  Functions m_own;
  Functions* m_functions = &m_own;
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

/// Numbers of elements: those that go leave the list, the others keep pointing to the same elements.
template <class Element>
class TopologySubsetIndicesOf : public sofa::Data<std::vector<sofa::Index>> {
 public:
  using container_type = std::vector<sofa::Index>;
  using Data::Data;
  TopologySubsetIndicesOf(const compatibility::InitData<std::vector<sofa::Index>>& init) : Data(init) {}
  void createTopologyHandler(BaseMeshTopology*) {
    if (!base()) return;
    if constexpr (std::is_same_v<Element, Point>)
      base()->setFollowing(pointIndices);
    else
      base()->setFollowing(elementIndices<Element>);
  }
};
using TopologySubsetIndices = TopologySubsetIndicesOf<Point>;

}  // namespace sofa::core::topology
