// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/Tetra2TriangleTopologicalMapping.h"

#include <unordered_map>
#include <unordered_set>

#include "Sofa/Component/Topology/MeshSurgery.h"
#include "Sofa/Core/Contract/MeshStars.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/Subdivision.h"

namespace sofa::component::topology {

using geometry::subElement;

namespace {

/// Triangles of a mesh between some of its points and the tetrahedra around them: a change needs few of them, the
/// neighbourhoods of the whole mesh would cost more than a step of it.
class FacesBetween {
 public:
  struct Behind {
    Index count = 0;        ///< of tetrahedra with that face
    Index tetrahedron = 0;  ///< the first of them
    std::size_t side = 0;   ///< which of its faces
  };

  FacesBetween(const core::BaseMeshTopology& mesh, const std::vector<Index>& points) {
    for (const Index i : mesh.stars().around<Triangle>(points)) m_faces.insert(mesh.triangles()[i], i);
    for (const Index t : mesh.stars().around<Tetrahedron>(points)) note(mesh.tetrahedra()[t], t);
  }

  /// The number of a triangle; invalidIndex if there is none.
  Index find(const Triangle& face) const { return m_faces.find(face); }
  Behind behind(Index face) const {
    const auto found = m_behind.find(face);
    return found == m_behind.end() ? Behind{} : found->second;
  }

 private:
  void note(const Tetrahedron& tetrahedron, Index number) {
    for (std::size_t side = 0; side < geometry::tetrahedronTriangles.size(); ++side) {
      const Index face = find(subElement<Triangle>(tetrahedron, geometry::tetrahedronTriangles[side]));
      if (face == type::invalidIndex) continue;
      Behind& behind = m_behind[face];
      if (behind.count++ == 0) behind.tetrahedron = number, behind.side = side;
    }
  }

  geometry::ElementMap<Triangle> m_faces;
  std::unordered_map<Index, Behind> m_behind;
};

}  // namespace

bool Tetra2TriangleTopologicalMapping::connect(core::BaseMeshTopology& input, ListTopology& output) {
  if (!checkTypes(input, ElementType::tetrahedron, output, ElementType::triangle)) return false;
  if (!l_modifier) l_modifier.set(output.context()->up<TriangleSetTopologyModifier>());
  if (!l_modifier)
    warning("No TriangleSetTopologyModifier in the node of the output '{}': it does not follow changes of the input.",
            output.path());
  output.clear(input.nbPoints());
  output.setFollowing(true);
  m_sources.clear();
  if (d_noInitialTriangles.value()) return true;
  output.derive<Triangle>(lists<Triangle, Tetrahedron>(input), [this, &input] {
    const auto& all = input.triangles();
    const auto& around = input.adjacency().tetrahedraAroundTriangle();
    std::vector<Triangle> triangles;
    m_sources.clear();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (around[i].size() != 1) continue;
      triangles.push_back(turned(all[i]));
      m_sources.push_back(static_cast<Index>(i));
    }
    return triangles;
  });
  output.init();
  return true;
}

core::MeshChanges Tetra2TriangleTopologicalMapping::follow(const core::MeshChanges& ofSource) {
  auto* output = dynamic_cast<ListTopology*>(l_output.get());
  if (!isValid() || !l_input || !output) return TopologicalMapping::follow(ofSource);
  if (!l_modifier) return output->changesSince(output->revision());
  const std::size_t revision = output->revision();
  if (!ofSource.known) {
    connect(*l_input, *output);
  } else if (ofSource.steps.size() > 1) {
    // The neighbourhoods of the input are those after the last step: several at once are not followed one by one.
    output->triangles();  // derived by now, and with them what they are made of
    takeAllSteps(ofSource, *output);
  } else {
    for (const auto& change : ofSource.steps) {
      showFacesBehind(*change, *output);
      if (!d_noNewTriangles.value()) takeAdded(*change, *output);
      takePoints(change->points(), *output);
    }
  }
  return output->changesSince(revision);
}

/// Takes triangles out, with the edges that none of the others has. Points belong to the input.
void Tetra2TriangleTopologicalMapping::drop(std::vector<Index> triangles, ListTopology& output) {
  core::ElementChange change(m_sources.size());
  change.remove(triangles);
  core::carryValues(m_sources, change);
  removeElements<Triangle>(output, std::move(triangles), false);
}

/// Adds the faces that removed tetrahedra hid, then takes out the faces that went.
///
/// A face between two removed ones is added too, and goes at once: others change places by that as they do in
/// reference trajectories.
void Tetra2TriangleTopologicalMapping::showFacesBehind(const core::MeshChange& change, ListTopology& output) {
  const auto& tetrahedra = change.of<Tetrahedron>();
  const auto& faces = change.of<Triangle>();
  const std::vector<Index> newPoints = change.points().newIndices();
  std::vector<Index> oldPoints(change.points().after(), type::invalidIndex);
  for (std::size_t i = 0; i < newPoints.size(); ++i)
    if (newPoints[i] != type::invalidIndex) oldPoints[newPoints[i]] = static_cast<Index>(i);

  const auto node = [&](std::size_t rank, int corner) { return tetrahedra.removedNodes[4 * rank + corner]; };
  const auto faceOf = [&](std::size_t rank, const geometry::Corners<3>& c) {
    return Triangle(node(rank, c[0]), node(rank, c[1]), node(rank, c[2]));
  };
  const std::size_t count = tetrahedra.removed().size();
  geometry::ElementMap<Triangle> last(4 * count);  // rank of the last removed tetrahedron with this face
  for (std::size_t rank = count; rank-- > 0;)
    for (const auto& corners : geometry::tetrahedronTriangles)
      last.insert(faceOf(rank, corners), static_cast<Index>(rank));

  // From here on sources are numbered as after the change; those that went are invalid.
  for (Index& source : m_sources) source = faces.newIndex(source);
  std::unordered_set<Index> shown(m_sources.begin(), m_sources.end());

  std::vector<Triangle> added;
  const bool shows = count > 0 && !d_noNewTriangles.value();
  std::vector<Index> left;  // of the points of what went
  if (shows)
    for (const Index i : tetrahedra.removedNodes) left.push_back(newPoints[i]);
  const FacesBetween near(*l_input, left);
  for (std::size_t rank = 0; rank < count && shows; ++rank)
    for (const auto& corners : geometry::tetrahedronTriangles) {
      const Triangle face = faceOf(rank, corners);
      if (const Index other = last.find(face); other > rank) {
        added.push_back(geometry::smallestFirst(turned(face)));
        m_sources.push_back(type::invalidIndex);
        continue;
      }
      Triangle renumbered = face;
      for (Index& i : renumbered) i = newPoints[i];
      const Index source = near.find(renumbered);
      if (source == type::invalidIndex || shown.contains(source)) continue;
      const auto behind = near.behind(source);
      if (behind.count != 1) continue;
      shown.insert(source);
      auto outwards =
          subElement<Triangle>(l_input->tetrahedra()[behind.tetrahedron], geometry::tetrahedronTriangles[behind.side]);
      for (Index& i : outwards) i = oldPoints[i];
      added.push_back(geometry::smallestFirst(turned(outwards)));
      m_sources.push_back(source);
    }
  if (!added.empty()) addElements(output, added, {});
  std::vector<Index> gone;
  for (std::size_t i = 0; i < m_sources.size(); ++i)
    if (m_sources[i] == type::invalidIndex) gone.push_back(static_cast<Index>(i));
  if (!gone.empty()) drop(std::move(gone), output);
}

/// Adds the free faces of new tetrahedra, then takes out the faces that they cover. All new edges come along.
void Tetra2TriangleTopologicalMapping::takeAdded(const core::MeshChange& change, ListTopology& output) {
  const auto& tetrahedra = change.of<Tetrahedron>();
  if (tetrahedra.added() == 0) return;
  const auto& edges = change.of<Edge>();
  {
    MeshEdit edit(output);
    for (Index i = edges.remaining(); i < edges.after(); ++i) edit.add(l_input->edges()[i]);
    edit.finish();
  }
  std::vector<Index> corners;
  for (Index t = tetrahedra.remaining(); t < tetrahedra.after(); ++t)
    corners.insert(corners.end(), l_input->tetrahedra()[t].begin(), l_input->tetrahedra()[t].end());
  const FacesBetween near(*l_input, corners);
  std::unordered_map<Index, Index> places;
  for (std::size_t i = 0; i < m_sources.size(); ++i) places[m_sources[i]] = static_cast<Index>(i);
  std::vector<Triangle> added;
  std::vector<Index> covered;
  const auto kept = static_cast<Index>(m_sources.size());
  for (Index t = tetrahedra.remaining(); t < tetrahedra.after(); ++t)
    for (const auto& table : geometry::tetrahedronTriangles) {
      const Index side = near.find(subElement<Triangle>(l_input->tetrahedra()[t], table));
      if (side == type::invalidIndex) continue;
      const bool isFree = near.behind(side).count == 1;
      const auto place = places.find(side);
      if (place == places.end() && isFree) {
        places[side] = kept + static_cast<Index>(added.size());
        added.push_back(l_input->triangles()[side]);
        m_sources.push_back(side);
      } else if (place != places.end() && place->second < kept && !isFree) {
        covered.push_back(place->second);
      }
    }
  if (!added.empty()) addElements(output, added, {});
  if (!covered.empty()) drop(std::move(covered), output);
}

namespace {

/// Numbers at the end of the elements that were added by some step and are still there.
template <class E>
std::vector<Index> addedBySteps(const core::MeshChanges& changes) {
  std::vector<Index> all;
  for (const auto& step : changes.steps) {
    const auto& change = step->template of<E>();
    core::carryIndices(all, change);
    for (Index k = 0; k < change.added(); ++k) all.push_back(change.remaining() + k);
  }
  return all;
}

}  // namespace

void Tetra2TriangleTopologicalMapping::takeAllSteps(const core::MeshChanges& changes, ListTopology& output) {
  const auto& near = l_input->adjacency();
  const auto& around = near.tetrahedraAroundTriangle();
  std::vector<Index> candidates = addedBySteps<Triangle>(changes);
  std::vector<Index> nodes;  // of tetrahedra that went, numbered as after the step
  bool pointsGo = false;
  for (const auto& step : changes.steps) {
    const auto& removed = step->of<Tetrahedron>().removedNodes;
    nodes.insert(nodes.end(), removed.begin(), removed.end());
    const auto& points = step->points();
    if (!points.removed().empty()) pointsGo = true;
    for (Index& i : nodes)
      if (i != type::invalidIndex) i = points.newIndex(i);
    for (Index& source : m_sources)
      if (source != type::invalidIndex) source = step->of<Triangle>().newIndex(source);
  }
  for (std::size_t i = 0; i + 4 <= nodes.size(); i += 4)
    for (const auto& c : geometry::tetrahedronTriangles)
      if (const Index face = near.triangleIndex({nodes[i + c[0]], nodes[i + c[1]], nodes[i + c[2]]});
          face != type::invalidIndex)
        candidates.push_back(face);
  std::vector<Index> gone;
  std::vector<char> shown(around.size(), 0);
  for (std::size_t i = 0; i < m_sources.size(); ++i)
    if (m_sources[i] != type::invalidIndex && around[m_sources[i]].size() == 1)
      shown[m_sources[i]] = 1;
    else
      gone.push_back(static_cast<Index>(i));
  // Points take the triangles that still name them along, whose sources nobody would know then.
  if (pointsGo && !gone.empty()) drop(std::exchange(gone, {}), output);
  for (const auto& step : changes.steps) takePoints(step->points(), output);
  std::vector<Triangle> added;
  for (const Index face : candidates) {
    if (d_noNewTriangles.value() || shown[face] || around[face].size() != 1) continue;
    shown[face] = 1;
    const Index behind = around[face][0];
    const auto& sides = near.trianglesInTetrahedron()[behind];
    const auto side = static_cast<std::size_t>(std::ranges::find(sides, face) - sides.begin());
    added.push_back(geometry::smallestFirst(
        turned(subElement<Triangle>(l_input->tetrahedra()[behind], geometry::tetrahedronTriangles[side]))));
    m_sources.push_back(face);
  }
  if (!added.empty()) addElements(output, added, {});
  if (!gone.empty()) drop(std::move(gone), output);
}

void Tetra2TriangleTopologicalMapping::archive(core::Archive& archive) {
  if (const auto* output = l_output.get()) output->triangles();  // up to date, and with it what they are made of
  auto sources = m_sources;
  archive.io(sources);
  if (archive.isLoading() && archive.isGood()) m_sources = std::move(sources);
}

namespace {
const auto registered = core::Register("Tetra2TriangleTopologicalMapping", "Sofa.Component.Topology.Mapping",
                                       "triangles on the surface of a tetrahedral mesh")
                            .add<Tetra2TriangleTopologicalMapping>();
}  // namespace

}  // namespace sofa::component::topology
