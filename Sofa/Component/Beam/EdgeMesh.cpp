// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Beam/EdgeMesh.h"

namespace sofa::component::beam {

bool fillWithLine(core::BaseMeshTopology& mesh, std::size_t points, std::vector<type::Vec3> positions) {
  auto* count = dynamic_cast<core::Data<type::Index>*>(mesh.findData("nbPoints"));
  auto* edges = dynamic_cast<core::Data<std::vector<type::Edge>>*>(mesh.findData("edges"));
  auto* places = dynamic_cast<core::Data<std::vector<type::Vec3>>*>(mesh.findData("position"));
  if (!count || !edges || !places) return false;
  std::vector<type::Edge> line;
  for (std::size_t i = 1; i < points; ++i) line.emplace_back(i - 1, i);
  places->set(std::move(positions));
  count->set(static_cast<type::Index>(points));
  edges->set(std::move(line));
  return true;
}

}  // namespace sofa::component::beam
