// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "SampleScenes.h"

namespace sofa::tests {

std::vector<Sample> pluginSamples(const std::string& name, const std::string& types) {
  const auto withGrid = [&](const std::string& attributes) {
    return stateText(types, 4) + (types == "Vec3d" ? "<SpatialGridContainer cellWidth='3'/>" : "") +
           fmt::format("<{} template='{}' {}/>", name, types, attributes);
  };
  if (name == "SPHFluidForceField")
    return {{.body = withGrid("radius='2' viscosity='.5'"),
             .inexactTangent = "it has none",
             .inexactDamping = "viscosity has no derivative",
             .noPotential = "pressures depend on densities"}};
  if (name == "ParticlesRepulsionForceField")
    return {{.body = withGrid("distance='3' damping='0'"),
             .inexactTangent = "the turn of the springs is left out",
             .noPotential = "it is not told"}};
  if (name == "AdaptiveBeamForceFieldAndMass")
    return {{.body = "<MeshTopology edges='0 1 1 2'/>" + stateText("Rigid3d", 3) +
                     "<BeamInterpolation radius='.1' defaultYoungModulus='900'/><AdaptiveBeamForceFieldAndMass/>",
             .inexactTangent = "the frame of a beam counts as constant",
             .noPotential = "it is not told"}};
  return {};
}

}  // namespace sofa::tests
