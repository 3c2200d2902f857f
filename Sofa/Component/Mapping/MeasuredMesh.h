// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <utility>

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"

namespace sofa::component::mapping {

/// The mesh that a link names, or that of the node, with a warning. Null, with an error, if there is none.
inline const core::BaseMeshTopology* measuredMesh(core::Component& owner, core::Link<core::BaseMeshTopology>& link) {
  const bool isChosen = !link.isGiven() && !link;
  if (core::requireMesh(owner, link) && isChosen)
    owner.warning("topology is not given: the elements of {} are taken.", link->path());
  return link.get();
}

/// Takes the elements of a mesh; false, with an error, if one names a point that the state lacks or there is none, but
/// for a mesh that lost all of them.
template <class Elements>
bool takeElements(core::Component& owner, const core::BaseMeshTopology& mesh, const char* kind, const Elements& given,
                  std::size_t points, Elements& elements) {
  elements = given;
  if (elements.empty() && !mesh.wasChanged())
    owner.error("No topology component containing {} found at path: {}. Give that mesh {}.", kind, mesh.path(), kind);
  for (const auto& nodes : elements)
    for (const type::Index i : nodes)
      if (i >= points) {
        owner.error("{} of {} name point {}, but the input has {} points: nothing is mapped.", kind, mesh.path(), i,
                    points);
        return false;
      }
  return !elements.empty() || mesh.wasChanged();
}

/// The edges whose lengths a mapping takes, and how they are drawn: part of such a mapping, on one state or on several.
class MeasuredEdges {
  core::Component* m_owner;  // first: the Data below register with it

 public:
  explicit MeasuredEdges(core::Component* owner) : m_owner(owner) {}

  core::Link<core::BaseMeshTopology> l_topology{m_owner, "topology", "mesh that holds the edges; default: this node's"};
  core::Data<double> d_showObjectScale{
      m_owner, "showObjectScale", 0.0, "thickness of drawn edges", {.group = "Visualization"}};
  core::Data<type::Color> d_showColor{
      m_owner, "showColor", {1, 1, 0, 1}, "colour of drawn edges", {.group = "Visualization"}};

  /// False, with an error, if there are none, or one ends at none of the points.
  bool read(std::size_t points, std::vector<type::Edge>& edges) {
    const auto* mesh = measuredMesh(*m_owner, l_topology);
    return mesh && takeElements(*m_owner, *mesh, "edges", mesh->edges(), points, edges);
  }
  /// `place(i)` is where point i is: std::optional<type::Vec3>.
  void draw(core::DrawList& list, const std::vector<type::Edge>& edges, const auto& place) const {
    if (!list.shows(type::DisplayFlags::MechanicalMappings)) return;
    const double radius = d_showObjectScale.value();
    const auto style = radius > 0 ? core::SegmentStyle::cylinder : core::SegmentStyle::line;
    for (const type::Edge& e : edges) {
      const std::optional<type::Vec3> from = place(e[0]), to = place(e[1]);
      if (from && to) core::drawSegment(list, style, *from, *to, radius, d_showColor.value());
    }
  }
};

/// Lengths at rest, which mappings to lengths of edges subtract.
class RestLengths {
  core::Component* m_owner;

 public:
  explicit RestLengths(core::Component* owner) : m_owner(owner) {}

  core::Data<bool> d_computeDistance{m_owner, "computeDistance", false,
                                     "if true, lengths at rest count as 0 unless restLengths gives them"};
  core::Data<std::vector<double>> d_restLengths{m_owner,
                                                "restLengths",
                                                {},
                                                "length of each edge at rest (m); default: at initialisation",
                                                {.follows = core::perElement<type::Edge>()}};

  /// Where the mesh changed, before complete(): edges that came are at rest where they are, the others as before.
  void follow(const core::MeshChanges& changes) {
    for (const auto& step : changes.steps) {
      const auto& change = step->of<type::Edge>();
      core::carryIndices(m_added, change);
      for (type::Index e = change.remaining(); e < change.after(); ++e) m_added.push_back(e);
    }
  }
  /// Fills what the scene does not give, or not for all edges; `length(e)` is that of edge e now.
  void complete(std::size_t edges, const auto& length) {
    core::readAtInit(*m_owner, {&d_computeDistance});
    const auto added = std::exchange(m_added, {});
    if (d_restLengths.value().size() == edges) {
      if (!added.empty() && !d_computeDistance.value())
        for (auto& lengths = d_restLengths.edit(); const type::Index e : added) lengths[e] = length(e);
      return;
    }
    if (!d_restLengths.value().empty())
      m_owner->warning("restLengths has {} entries for {} edges: {} are used.", d_restLengths.value().size(), edges,
                       d_computeDistance.value() ? "zeros" : "the lengths at initialisation");
    std::vector<double> lengths(edges, 0.0);
    if (!d_computeDistance.value())
      for (std::size_t e = 0; e < edges; ++e) lengths[e] = length(e);
    d_restLengths.set(std::move(lengths));
  }

 private:
  std::vector<type::Index> m_added;
};

}  // namespace sofa::component::mapping
