// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/CylinderVisualModel.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

void CylinderVisualModel::init() {
  const auto* topology = core::firstMeshTopology(*context());
  if (topology && !d_edges.isSet()) d_edges.set(topology->edges());
  if (topology && d_position.value().empty() && topology->hasPositions()) {
    auto& points = d_position.edit();
    points.resize(topology->nbPoints());
    for (std::size_t i = 0; i < points.size(); ++i) points[i] = topology->position(i);
  }
}

void CylinderVisualModel::draw(core::DrawList& list) const {
  if (!d_enable.value() || !list.shows(type::DisplayFlags::VisualModels)) return;
  const auto& points = d_position.value();
  for (const auto& e : d_edges.value())
    if (e[0] < points.size() && e[1] < points.size())
      list.cylinder(points[e[0]], points[e[1]], d_radius.value(), d_color.value());
}

namespace {
const auto registered = core::Register("CylinderVisualModel", "Sofa.Component.Visual", "a cylinder along each edge")
                            .wasCalled("OglCylinderModel")
                            .add<CylinderVisualModel>();
}  // namespace

}  // namespace sofa::component::visual
