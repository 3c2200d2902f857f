// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/Quad2TriangleTopologicalMapping.h"

#include "Sofa/Component/Topology/MeshSurgery.h"
#include "Sofa/Component/Topology/TriangleSetTopologyModifier.h"
#include "Sofa/Core/Contract/GridSize.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/Subdivision.h"

namespace sofa::component::topology {

bool Quad2TriangleTopologicalMapping::connect(core::BaseMeshTopology& input, ListTopology& output) {
  if (!checkTypes(input, ElementType::quad, output, ElementType::triangle)) return false;
  if (!checkModifier<TriangleSetTopologyModifier>(output, "TriangleSetTopologyModifier")) return false;
  // Quads per row of a grid; meshes that are none count as rows of two.
  int rowLength = 2;
  if (const auto n = core::gridSize(input)) rowLength = (*n)[0] > 1 ? (*n)[0] - 1 : (*n)[1] - 1;
  if (rowLength < 1) {
    error("The input grid '{}' has one point along x and y: it has no rows of quads.", input.path());
    return false;
  }
  output.clear(input.nbPoints());
  output.setFollowing(true);
  output.derive<Triangle>(lists<Quad>(input), [this, &input, rowLength] {
    return geometry::splitQuads(input.quads(), d_swapping.value(), static_cast<std::size_t>(rowLength));
  });
  output.init();
  core::readAtInit(*this, {&d_swapping});
  return true;
}

core::MeshChanges Quad2TriangleTopologicalMapping::follow(const core::MeshChanges& ofSource) {
  auto* output = dynamic_cast<ListTopology*>(l_output.get());
  if (!isValid() || !l_input || !output) return TopologicalMapping::follow(ofSource);
  const std::size_t revision = output->revision();
  // Points and corners of the input are those after the last step: several at once are not followed one by one.
  const auto* change = ofSource.known && ofSource.steps.size() == 1 ? ofSource.steps.front().get() : nullptr;
  if (!change || output->triangles().size() != 2 * change->of<Quad>().before()) {
    connect(*l_input, *output);
    return output->changesSince(revision);
  }
  const auto& quads = change->of<Quad>();
  std::vector<Index> gone;
  for (const Index quad : quads.removed()) {
    gone.push_back(2 * quad + 1);
    gone.push_back(2 * quad);
  }
  if (!gone.empty()) removeElements<Triangle>(*output, std::move(gone), false);
  takePoints(change->points(), *output);
  std::vector<Triangle> added;
  for (Index i = quads.remaining(); i < quads.after(); ++i) {
    const Quad& q = l_input->quads()[i];
    added.emplace_back(q[0], q[1], q[2]);
    added.emplace_back(q[0], q[2], q[3]);
  }
  if (!added.empty()) addElements(*output, added, {});
  return output->changesSince(revision);
}

namespace {
const auto registered = core::Register("Quad2TriangleTopologicalMapping", "Sofa.Component.Topology.Mapping",
                                       "cuts quads into two triangles each")
                            .add<Quad2TriangleTopologicalMapping>();
}  // namespace

}  // namespace sofa::component::topology
