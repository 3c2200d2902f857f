// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/Compatibility.h"

namespace sofa::compatibility {
namespace {

/// Data whose defaults keep a defect of SOFA v26.06; docs/differences.md tells what each changes.
constexpr core::ExactValue values[] = {
    {"UniformMass", "Rigid3d", "gyroscopic", "1"},
    {"DiagonalMass", "Rigid3d,Rigid3d", "gyroscopic", "1"},
    {"MeshMatrixMass", "", "computeMassOnRest", "1"},
    {"TriangleFEMForceField", "", "restGradients", "1"},
    {"TriangularFEMForceField", "", "restGradients", "1"},
    {"TriangularAnisotropicFEMForceField", "", "restGradients", "1"},
    {"BarycentricMapping", "Vec3d,Rigid3d", "exactRotations", "1"},
    {"FreeMotionAnimationLoop", "", "rowsAtPosition", "1"},
    {"SparseGridRamificationTopology", "", "finestConnectivity", "0"},
    {"SparseGridMultipleTopology", "", "finestConnectivity", "0"},
    {"BlockGaussSeidelConstraintSolver", "", "tolerance", "1e-6"},
    {"UnbuiltGaussSeidelConstraintSolver", "", "tolerance", "1e-6"},
    {"ImprovedJacobiConstraintSolver", "", "tolerance", "1e-6"},
    {"LCPConstraintSolver", "", "tolerance", "1e-6"},
    {"NNCGConstraintSolver", "", "tolerance", "1e-6"},
    {"PreconditionedConjugateResidual", "", "tolerance", "1e-6"},
};

[[maybe_unused]] const bool added = (core::addExactValues(values), true);

}  // namespace
}  // namespace sofa::compatibility
