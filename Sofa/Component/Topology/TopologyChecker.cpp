// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/TopologyChecker.h"

#include <set>

#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/MeshElements.h"

namespace sofa::component::topology {
namespace {

/// The corners of an element in increasing order, by which two lists of the same corners are equal.
template <class Element>
Element sortedCorners(Element element) {
  std::ranges::sort(element);
  return element;
}

/// What is wrong with the first faulty element; empty if none is.
template <class Element>
std::string faultOf(const std::vector<Element>& elements, std::size_t points) {
  std::set<Element> seen;
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const Element corners = sortedCorners(elements[e]);
    if (corners.back() >= points)
      return fmt::format("number {} names point {}, but there are {} points", e, corners.back(), points);
    if (const auto twice = std::ranges::adjacent_find(corners); twice != corners.end())
      return fmt::format("number {} names point {} twice", e, *twice);
    if (!seen.insert(corners).second) return fmt::format("number {} has the corners of one before it", e);
  }
  return {};
}

/// The same for the sides, which `table` names, of elements: all should be in their list, if that holds any.
template <class Side, class Element, class Table>
std::string missingSide(const std::vector<Element>& elements, const Table& table, const std::vector<Side>& sides,
                        const char* kind) {
  if (sides.empty()) return {};
  std::set<Side> listed;
  for (const Side& side : sides) listed.insert(sortedCorners(side));
  for (std::size_t e = 0; e < elements.size(); ++e)
    for (const auto& corners : table)
      if (!listed.contains(sortedCorners(geometry::subElement<Side>(elements[e], corners))))
        return fmt::format("number {} has a side that is not in the list of {}", e, kind);
  return {};
}

}  // namespace

void TopologyChecker::init() {
  if (!core::requireMesh(*this, l_topology)) return;
  d_listening.set(true);
  setValid();
}

void TopologyChecker::handleEvent(core::Event& event) {
  const auto* key = core::eventAs<core::KeypressedEvent>(event);
  const bool wanted = key ? key->key == 'T' : d_eachStep.value() && core::eventAs<core::AnimateEndEvent>(event);
  if (isValid() && wanted) check();
}

bool TopologyChecker::check() const {
  const auto& mesh = *l_topology;
  const std::size_t points = mesh.nbPoints();
  bool good = true;
  const auto tell = [&](const char* kind, const std::string& fault) {
    if (fault.empty()) return;
    good = false;
    error("Check of the {} of {} failed: {}.", kind, mesh.path(), fault);
  };
  tell("edges", faultOf(mesh.edges(), points));
  tell("triangles", faultOf(mesh.triangles(), points));
  tell("quads", faultOf(mesh.quads(), points));
  tell("tetrahedra", faultOf(mesh.tetrahedra(), points));
  tell("hexahedra", faultOf(mesh.hexahedra(), points));
  tell("triangles", missingSide(mesh.triangles(), geometry::triangleEdges, mesh.edges(), "edges"));
  tell("quads", missingSide(mesh.quads(), geometry::quadEdges, mesh.edges(), "edges"));
  tell("tetrahedra", missingSide(mesh.tetrahedra(), geometry::tetrahedronTriangles, mesh.triangles(), "triangles"));
  tell("hexahedra", missingSide(mesh.hexahedra(), geometry::hexahedronQuads, mesh.quads(), "quads"));
  return good;
}

namespace {
const auto registered =
    core::Register("TopologyChecker", "Sofa.Component.Topology.Utility", "looks for what is wrong with a mesh")
        .add<TopologyChecker>();
}  // namespace

}  // namespace sofa::component::topology
