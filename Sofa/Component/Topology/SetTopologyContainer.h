// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/ListTopology.h"

namespace sofa::component::topology {

/// What the containers of elements that can change share (docs/manual/topology.md, "Containers"): points and the checks
/// of what a scene gives.
class SetTopologyContainer : public ListTopology {
 public:
  core::Data<bool> d_checkTopology{this, "checkTopology", false,
                                   "report elements that name a point twice or occur twice"};
  core::Data<Index> d_nbPoints{this, "nbPoints", 0, "number of points; at least as many as there are positions"};

  void init() override;
  std::size_t nbPoints() const override { return d_nbPoints.value(); }
  core::TopologyKind kind() const override { return core::TopologyKind::dynamicContainer; }

 protected:
  void setPointCount(std::size_t count) override { d_nbPoints.set(static_cast<Index>(count)); }
  /// 1 + the largest point of the container's own given elements.
  virtual std::size_t ownPointCount() const { return 0; }
  /// True if elements may name points beyond the positions.
  virtual bool growsToFitElements() const { return false; }
  /// Sets up the lists that are derived from others.
  virtual void deriveLists() {}
  /// Looks after lists of sub-elements that a scene gives and that lack some.
  virtual void checkSubElements() {}

  template <class E>
  std::size_t givenPointCount() const {
    return isDerived<E>() ? 0 : geometry::pointCountOf(list<E>()->value());
  }
  /// Faces that a scene gives may be a part of them all, such as those of the boundary in a mesh file: a warning if
  /// they are. `rows`: faces of each element.
  template <class Face, class E, std::size_t M, std::size_t N>
  void tellMissingFaces(const std::vector<std::array<Index, M>>& (core::MeshAdjacency::*rows)() const,
                        const std::array<geometry::Corners<N>, M>& table) const {
    if (const auto missing = missingSubElements<Face, E>(rows, table); !missing.empty())
      tellMissing(missing.size(), type::toText(missing.front()), *list<Face>(), *list<E>());
  }
  /// Puts the edges that a given list lacks behind it, with a warning.
  template <class E, std::size_t M>
  void addMissingEdges(const std::vector<std::array<Index, M>>& (core::MeshAdjacency::*rows)() const,
                       const std::array<geometry::Corners<2>, M>& table) {
    if (const auto missing = missingSubElements<Edge, E>(rows, table); !missing.empty()) addEdges(missing, *list<E>());
  }

 private:
  template <class Sub, class E, std::size_t M, std::size_t N>
  std::vector<Sub> missingSubElements(const std::vector<std::array<Index, M>>& (core::MeshAdjacency::*rows)() const,
                                      const std::array<geometry::Corners<N>, M>& table) const {
    std::vector<Sub> missing;
    if (isDerived<Sub>() || list<E>()->value().empty()) return missing;
    const auto& found = (adjacency().*rows)();
    for (std::size_t i = 0; i < found.size(); ++i)
      for (std::size_t j = 0; j < M; ++j)
        if (found[i][j] == type::invalidIndex)
          missing.push_back(geometry::subElement<Sub>(list<E>()->value()[i], table[j]));
    return missing;
  }
  bool countPoints();
  std::size_t pointsOfStateAbove() const;
  void tellMissing(std::size_t count, const std::string& first, const core::BaseData& faces,
                   const core::BaseData& elements) const;
  void addEdges(std::vector<Edge> missing, const core::BaseData& elements);
  void reportDefects() const;
};

/// Edges and what concerns only them: part of every container but that of points.
class EdgeFields {
  SetTopologyContainer* m_owner;  // first: the Data below register with it

 public:
  explicit EdgeFields(SetTopologyContainer* owner) : m_owner(owner) {}

  ListData<Edge> d_edges{m_owner, "edges", {}, "edges; derived from the faces or volumes if empty"};
  core::Data<bool> d_checkConnexity{m_owner, "checkConnexity", false, "warn if the edges form more than one part"};

  void checkConnexity() const;
};

}  // namespace sofa::component::topology
