// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Compatibility/Catalogue/KnownDifferences.h"

#include <algorithm>

namespace sofa::compatibility {
namespace {

struct KnownDifference {
  std::string_view component;  ///< empty: all
  std::string_view attribute, reason;
};

constexpr std::string_view found = "it is found by itself", ownState = "the state of its node or above counts",
                           one = "it drives one state",
                           cells = "the elements of a grid are made when it is initialised",
                           made = "made when it is initialised", assembled = "a part of the matrix, which is assembled",
                           picture = "an output: the picture as text",
                           libraries = "several of SOFA's libraries bring it", numbers = "the same numbers, in rows";

constexpr KnownDifference knownDifferences[] = {
    {"", "mechanicalStates", "SOFA fills it; the link that scenes give is another"},
    {"", "previous", "the models of a body are chained by themselves"},
    {"", "next", "the models of a body are chained by themselves"},
    {"", "constraintCorrections", found},
    {"", "constraintSolvers", found},
    {"", "factorizationInvalidation", "an output of SOFA's own"},
    {"", "enableAssembly", "an output of SOFA's own"},
    {"AverageCoord", "mstate", ownState},
    {"FFDDistanceGridCollisionModel", "mstate", ownState},
    {"RigidDistanceGridCollisionModel", "mstate", ownState},
    {"ShapeMatching", "mstate", ownState},
    {"ShapeMatching", "position", "of points only: that for frames is not here"},
    {"ShapeMatching", "fixedPosition", "of points only: that for frames is not here"},
    {"ShapeMatching", "fixedPosition0", "of points only: that for frames is not here"},
    {"ShapeMatching", "targetPosition", "of points only: that for frames is not here"},
    {"CapsuleCollisionModel", "topology", "the mesh of its node or above counts"},
    {"LinearForceField", "topology", "indices follow the mesh of the state"},
    {"Edge2QuadTopologicalMapping", "toQuadContainer", found},
    {"Edge2QuadTopologicalMapping", "toQuadModifier", found},
    {"BarycentricMapping", "mapper", "how points are found follows from the mesh"},
    {"CollisionPipeline", "subCollisionPipelines", "a CompositeCollisionPipeline has them"},
    {"MergeVisualModels", "input1", "there are as many inputs as nb says"},
    {"ArticulatedSystemMapping", "output", one},
    {"CenterOfMassMultiMapping", "output", one},
    {"CenterOfMassMulti2Mapping", "output", one},
    {"DeformableOnRigidFrameMapping", "output", one},
    {"DistanceMultiMapping", "output", one},
    {"IdentityMultiMapping", "output", one},
    {"SubsetMultiMapping", "output", one},
    {"CapsuleCollisionModel", "listCapsuleRadii", "bodies have one radius each, radii"},
    {"TaitSurfacePressureForceField", "volumeAfterTC", "currentVolume tells it"},
    {"TaitSurfacePressureForceField", "surfaceAreaAfterTC", "currentSurfaceArea tells it"},
    {"FastTetrahedralCorotationalForceField", "pointInfo", assembled},
    {"FastTetrahedralCorotationalForceField", "edgeInfo", assembled},
    {"ComplianceMatrixImage", "bitmap", picture},
    {"GlobalSystemMatrixImage", "bitmap", picture},
    {"MultilevelHexahedronSetTopologyContainer", "coarseComponents", "the hexahedron of each voxel, by number"},
    {"MultilevelHexahedronSetTopologyContainer", "fineComponents", "the voxels of each hexahedron, by number"},
    {"OglIntVector2Variable", "value", numbers},
    {"OglIntVector3Variable", "value", numbers},
    {"OglIntVector4Variable", "value", numbers},
    {"RequiredPlugin", "suffixMap", "the same words, in pairs"},
    {"RuleBasedContactManager", "rules", "the same words, in triples"},
    {"VectorSpringForceField", "springs", numbers},
    {"TrianglePressureForceField", "cauchyStress", "all nine numbers are written, in SOFA as well"},
    {"CylinderGridTopology", "edges", cells},
    {"CylinderGridTopology", "triangles", cells},
    {"CylinderGridTopology", "quads", cells},
    {"CylinderGridTopology", "hexahedra", cells},
    {"GridTopology", "edges", cells},
    {"GridTopology", "triangles", cells},
    {"GridTopology", "quads", cells},
    {"GridTopology", "hexahedra", cells},
    {"RegularGridTopology", "edges", cells},
    {"RegularGridTopology", "triangles", cells},
    {"RegularGridTopology", "quads", cells},
    {"RegularGridTopology", "hexahedra", cells},
    {"SphereGridTopology", "edges", cells},
    {"SphereGridTopology", "triangles", cells},
    {"SphereGridTopology", "quads", cells},
    {"SphereGridTopology", "hexahedra", cells},
    {"GenerateCylinder", "output_TetrahedraPosition", made},
    {"GenerateCylinder", "output_TrianglesPosition", made},
    {"GenerateCylinder", "tetrahedra", made},
    {"GenerateCylinder", "triangles", made},
    {"GenerateGrid", "output_position", made},
    {"GenerateGrid", "tetrahedra", made},
    {"GenerateGrid", "hexahedra", made},
    {"GenerateSphere", "output_TetrahedraPosition", made},
    {"GenerateSphere", "output_TrianglesPosition", made},
    {"GenerateSphere", "tetrahedra", made},
    {"GenerateSphere", "triangles", made},
    {"ScaleTransformMatrixEngine", "outT", made},
    {"MeshOBJLoader", "defaultMaterial", "emission is off; its colour is opaque like the others"},
    {"MessageHandlerComponent", "handler", "the usual one"},
    {"EdgePressureForceField", "p_intensity", "what is not given counts as 0 in SOFA as well"},
    {"MatrixFreeSystem", "module", libraries},
    {"MatrixLinearSystem", "module", libraries},
    {"GlobalSystemMatrixImage", "module", "it is part of what shows matrices"},
};

}  // namespace

std::string reasonOfDifference(std::string_view component, std::string_view attribute) {
  const auto* it = std::ranges::find_if(knownDifferences, [&](const KnownDifference& k) {
    return k.attribute == attribute && (k.component.empty() || k.component == component);
  });
  return it == std::end(knownDifferences) ? std::string() : std::string(it->reason);
}

}  // namespace sofa::compatibility
