#include "Sofa/Core/Service/ComponentNames.h"

#include <algorithm>
#include <span>

namespace sofa::core {
namespace {

struct Entry {
  std::string_view key;
  const char* value;
};

// Sorted by key.
constexpr Entry renamed[] = {
    {"AffineMovementConstraint", "AffineMovementProjectiveConstraint"},
    {"AttachConstraint", "AttachProjectiveConstraint"},
    {"BilateralInteractionConstraint", "BilateralLagrangianConstraint"},
    {"FixedConstraint", "FixedProjectiveConstraint"},
    {"FixedPlaneConstraint", "FixedPlaneProjectiveConstraint"},
    {"FixedRotationConstraint", "FixedRotationProjectiveConstraint"},
    {"FixedTranslationConstraint", "FixedTranslationProjectiveConstraint"},
    {"HermiteSplineConstraint", "HermiteSplineProjectiveConstraint"},
    {"LinearMovementConstraint", "LinearMovementProjectiveConstraint"},
    {"LinearVelocityConstraint", "LinearVelocityProjectiveConstraint"},
    {"OglCylinderModel", "CylinderVisualModel"},
    {"OscillatorConstraint", "OscillatorProjectiveConstraint"},
    {"ParabolicConstraint", "ParabolicProjectiveConstraint"},
    {"ParallelStiffSpringForceField", "ParallelSpringForceField"},
    {"PartialFixedConstraint", "PartialFixedProjectiveConstraint"},
    {"PartialLinearMovementConstraint", "PartialLinearMovementProjectiveConstraint"},
    {"PatchTestMovementConstraint", "PatchTestMovementProjectiveConstraint"},
    {"PositionBasedDynamicsConstraint", "PositionBasedDynamicsProjectiveConstraint"},
    {"ProjectDirectionConstraint", "DirectionProjectiveConstraint"},
    {"ProjectToLineConstraint", "LineProjectiveConstraint"},
    {"ProjectToPlaneConstraint", "PlaneProjectiveConstraint"},
    {"ProjectToPointConstraint", "PointProjectiveConstraint"},
    {"ShewchukPCGLinearSolver", "PCGLinearSolver"},
    {"SkeletalMotionConstraint", "SkeletalMotionProjectiveConstraint"},
    {"SlidingConstraint", "SlidingLagrangianConstraint"},
    {"StiffSpringForceField", "SpringForceField"},
    {"StopperConstraint", "StopperLagrangianConstraint"},
    {"TriangleOctreeModel", "TriangleOctreeCollisionModel"},
    {"UniformConstraint", "UniformLagrangianConstraint"},
    {"UnilateralInteractionConstraint", "UnilateralLagrangianConstraint"},
    {"VisualModel", "VisualModelImpl"},
    {"VolumeFromTetrahedrons", "VolumeFromVolumetricElements"},
};

constexpr Entry removed[] = {
    {"Background",
     "This alias for the component BackgroundSetting was removed in SOFA v24.12. Write BackgroundSetting instead of "
     "Background."},
    {"CGSolver",
     "This alias for the component CGLinearSolver was removed in SOFA v24.12. Write CGLinearSolver instead of "
     "CGSolver."},
    {"Capsule",
     "This component has been moved to the plugin CollisionOBBCapsule: add <RequiredPlugin "
     "pluginName='CollisionOBBCapsule'/> with that plugin installed."},
    {"CapsuleCollisionModel",
     "This component has been moved to the plugin CollisionOBBCapsule: add <RequiredPlugin "
     "pluginName='CollisionOBBCapsule'/> with that plugin installed."},
    {"CentralDifference",
     "This alias for the component CentralDifferenceSolver was removed in SOFA v24.12. Write CentralDifferenceSolver "
     "instead of CentralDifference."},
    {"ConjugateGradient",
     "This alias for the component CGLinearSolver was removed in SOFA v24.12. Write CGLinearSolver instead of "
     "ConjugateGradient."},
    {"Cube", "This component has been removed since SOFA v24.12. Use CubeCollisionModel instead."},
    {"CubeModel", "This component has been removed since SOFA v24.12. Use CubeCollisionModel instead."},
    {"CylinderGrid",
     "This alias for the component CylinderGridTopology was removed in SOFA v24.12. Write CylinderGridTopology instead "
     "of CylinderGrid."},
    {"DampVelocity",
     "This alias for the component DampVelocitySolver was removed in SOFA v24.12. Write DampVelocitySolver instead of "
     "DampVelocity."},
    {"DataMonitor",
     "This component has been moved to the plugin SofaValidation: add <RequiredPlugin pluginName='SofaValidation'/> "
     "with that plugin installed."},
    {"DefaultContactManager",
     "This alias for the component CollisionResponse was removed in SOFA v24.12. Write CollisionResponse instead of "
     "DefaultContactManager."},
    {"DefaultPipeline",
     "This alias for the component CollisionPipeline was removed in SOFA v24.12. Write CollisionPipeline instead of "
     "DefaultPipeline."},
    {"EdgeSetTopologyAlgorithms",
     "This component has been removed since SOFA v24.12. Use EdgeSetTopologyModifier instead."},
    {"Euler", "This component has been removed since SOFA v24.12. Use EulerExplicitSolver instead."},
    {"EulerExplicit", "This component has been removed since SOFA v24.12. Use EulerExplicitSolver instead."},
    {"EulerImplicit",
     "This alias for the component EulerImplicitSolver was removed in SOFA v24.12. Write EulerImplicitSolver instead "
     "of EulerImplicit."},
    {"EulerSolver", "This component has been removed since SOFA v24.12. Use EulerExplicitSolver instead."},
    {"EvalPointsDistance",
     "This component has been moved to the plugin SofaValidation: add <RequiredPlugin pluginName='SofaValidation'/> "
     "with that plugin installed."},
    {"ExplicitEuler", "This component has been removed since SOFA v24.12. Use EulerExplicitSolver instead."},
    {"ExplicitEulerSolver", "This component has been removed since SOFA v24.12. Use EulerExplicitSolver instead."},
    {"ExtraMonitor",
     "This component has been moved to the plugin SofaValidation: add <RequiredPlugin pluginName='SofaValidation'/> "
     "with that plugin installed."},
    {"FreeMotionMasterSolver",
     "This alias for the component FreeMotionAnimationLoop was removed in SOFA v24.12. Write FreeMotionAnimationLoop "
     "instead of FreeMotionMasterSolver."},
    {"GenericConstraintSolver",
     "It was removed in SOFA v25.12. Use BlockGaussSeidelConstraintSolver (default, or resolutionMethod "
     "ProjectedGaussSeidel), UnbuiltGaussSeidelConstraintSolver (UnbuiltGaussSeidel) or NNCGConstraintSolver "
     "(NonsmoothNonlinearConjugateGradient; newtonIterations is now maxIterations)."},
    {"Grid",
     "This alias for the component GridTopology was removed in SOFA v24.12. Write GridTopology instead of Grid."},
    {"HexahedronSetTopologyAlgorithms",
     "This component has been removed since SOFA v24.12. Use HexahedronSetTopologyModifier instead."},
    {"ImplicitEuler",
     "This alias for the component EulerImplicitSolver was removed in SOFA v24.12. Write EulerImplicitSolver instead "
     "of ImplicitEuler."},
    {"ImplicitEulerSolver",
     "This alias for the component EulerImplicitSolver was removed in SOFA v24.12. Write EulerImplicitSolver instead "
     "of ImplicitEulerSolver."},
    {"IncrementalSAP",
     "This alias for the component IncrSAP was removed in SOFA v24.12. Write IncrSAP instead of IncrementalSAP."},
    {"IncrementalSweepAndPrune",
     "This alias for the component IncrSAP was removed in SOFA v24.12. Write IncrSAP instead of "
     "IncrementalSweepAndPrune."},
    {"JacobiLinearSolver",
     "This alias for the component JacobiPreconditioner was removed in SOFA v24.12. Write JacobiPreconditioner instead "
     "of JacobiLinearSolver."},
    {"JacobiSolver",
     "This alias for the component JacobiPreconditioner was removed in SOFA v24.12. Write JacobiPreconditioner instead "
     "of JacobiSolver."},
    {"LMConstraintDirectSolver",
     "This component has been moved to the plugin LMConstraint: add <RequiredPlugin pluginName='LMConstraint'/> with "
     "that plugin installed."},
    {"LMConstraintSolver",
     "This component has been moved to the plugin LMConstraint: add <RequiredPlugin pluginName='LMConstraint'/> with "
     "that plugin installed."},
    {"LMDNewProximityIntersection", "This component has been removed since SOFA v24.12. Use LocalMinDistance instead."},
    {"LULinearSolver",
     "This component has been moved to the plugin SofaNewmat: add <RequiredPlugin pluginName='SofaNewmat'/> with that "
     "plugin installed."},
    {"Line", "This component has been removed since SOFA v24.12. Use LineCollisionModel instead."},
    {"LineLocalMinDistanceFilter",
     "This component has been removed since SOFA v24.12 and has no successor: delete it from the scene."},
    {"LineModel", "This component has been removed since SOFA v24.12. Use LineCollisionModel instead."},
    {"LineSet", "This component has been removed since SOFA v24.12. Use LineCollisionModel instead."},
    {"MINRESSolver",
     "This alias for the component MinResLinearSolver was removed in SOFA v24.12. Write MinResLinearSolver instead of "
     "MINRESSolver."},
    {"MakeAliasComponent",
     "This component has been removed since SOFA v24.12 and has no successor: delete it from the scene."},
    {"MakeDataAliasComponent",
     "This component has been removed since SOFA v24.12 and has no successor: delete it from the scene."},
    {"MappingGeometricStiffnessForceField",
     "This component has been removed since SOFA v24.12 and has no successor: delete it from the scene."},
    {"MasterConstraintSolver",
     "This alias for the component ConstraintAnimationLoop was removed in SOFA v24.12. Write ConstraintAnimationLoop "
     "instead of MasterConstraintSolver."},
    {"MechanicalMatrixMapper",
     "This component has been removed since SOFA v24.12 and has no successor: delete it from the scene."},
    {"Mesh",
     "This alias for the component MeshTopology was removed in SOFA v24.12. Write MeshTopology instead of Mesh."},
    {"MeshObjLoader",
     "This alias for the component MeshOBJLoader was removed in SOFA v24.12. Write MeshOBJLoader instead of "
     "MeshObjLoader."},
    {"MinResSolver",
     "This alias for the component MinResLinearSolver was removed in SOFA v24.12. Write MinResLinearSolver instead of "
     "MinResSolver."},
    {"Monitor",
     "This component has been moved to the plugin SofaValidation: add <RequiredPlugin pluginName='SofaValidation'/> "
     "with that plugin installed."},
    {"MultiStepMasterSolver",
     "This alias for the component MultiStepAnimationLoop was removed in SOFA v24.12. Write MultiStepAnimationLoop "
     "instead of MultiStepMasterSolver."},
    {"MultiTagMasterSolver",
     "This alias for the component MultiTagAnimationLoop was removed in SOFA v24.12. Write MultiTagAnimationLoop "
     "instead of MultiTagMasterSolver."},
    {"OBB",
     "This component has been moved to the plugin CollisionOBBCapsule: add <RequiredPlugin "
     "pluginName='CollisionOBBCapsule'/> with that plugin installed."},
    {"OBBCollisionModel",
     "This component has been moved to the plugin CollisionOBBCapsule: add <RequiredPlugin "
     "pluginName='CollisionOBBCapsule'/> with that plugin installed."},
    {"OBJExporter",
     "This alias for the component VisualModelOBJExporter was removed in SOFA v24.12. Write VisualModelOBJExporter "
     "instead of OBJExporter."},
    {"ObjExporter",
     "This alias for the component VisualModelOBJExporter was removed in SOFA v24.12. Write VisualModelOBJExporter "
     "instead of ObjExporter."},
    {"OglColorMap",
     "This alias for the component ColorMap was removed in SOFA v24.12. Write ColorMap instead of OglColorMap."},
    {"OglGrid", "This component has been removed since SOFA v24.12. Use VisualGrid instead."},
    {"OglLineAxis", "This component has been removed since SOFA v24.12. Use LineAxis instead."},
    {"Point", "This component has been removed since SOFA v24.12. Use PointCollisionModel instead."},
    {"PointConstraint", "This component has been removed since SOFA v24.12. Use FixedProjectiveConstraint instead."},
    {"PointLocalMinDistanceFilter",
     "This component has been removed since SOFA v24.12 and has no successor: delete it from the scene."},
    {"PointModel", "This component has been removed since SOFA v24.12. Use PointCollisionModel instead."},
    {"PointSet", "This component has been removed since SOFA v24.12. Use PointCollisionModel instead."},
    {"PointSetTopologyAlgorithms",
     "This component has been removed since SOFA v24.12. Use PointSetTopologyModifier instead."},
    {"PointSplatModel",
     "This alias for the component PointSplat was removed in SOFA v24.12. Write PointSplat instead of "
     "PointSplatModel."},
    {"QuadSetTopologyAlgorithms",
     "This component has been removed since SOFA v24.12. Use QuadSetTopologyModifier instead."},
    {"Ray", "This component has been removed since SOFA v24.12. Use RayCollisionModel instead."},
    {"RayModel", "This component has been removed since SOFA v24.12. Use RayCollisionModel instead."},
    {"RegularGrid",
     "This alias for the component RegularGridTopology was removed in SOFA v24.12. Write RegularGridTopology instead "
     "of RegularGrid."},
    {"RigidEngine",
     "This alias for the component RigidToQuatEngine was removed in SOFA v24.12. Write RigidToQuatEngine instead of "
     "RigidEngine."},
    {"RuleBasedCollisionResponse",
     "This alias for the component RuleBasedContactManager was removed in SOFA v24.12. Write RuleBasedContactManager "
     "instead of RuleBasedCollisionResponse."},
    {"RungeKutta2",
     "This alias for the component RungeKutta2Solver was removed in SOFA v24.12. Write RungeKutta2Solver instead of "
     "RungeKutta2."},
    {"RungeKutta4",
     "This alias for the component RungeKutta4Solver was removed in SOFA v24.12. Write RungeKutta4Solver instead of "
     "RungeKutta4."},
    {"SSORLinearSolver",
     "This alias for the component SSORPreconditioner was removed in SOFA v24.12. Write SSORPreconditioner instead of "
     "SSORLinearSolver."},
    {"SSORSolver",
     "This alias for the component SSORPreconditioner was removed in SOFA v24.12. Write SSORPreconditioner instead of "
     "SSORSolver."},
    {"SVD",
     "This alias for the component SVDLinearSolver was removed in SOFA v24.12. Write SVDLinearSolver instead of SVD."},
    {"SVDLinear",
     "This alias for the component SVDLinearSolver was removed in SOFA v24.12. Write SVDLinearSolver instead of "
     "SVDLinear."},
    {"SofaDefaultPath",
     "This alias for the component SofaDefaultPathSetting was removed in SOFA v24.12. Write SofaDefaultPathSetting "
     "instead of SofaDefaultPath."},
    {"SparseCholeskySolver",
     "This component has been moved to the plugin CSparseSolvers: add <RequiredPlugin pluginName='CSparseSolvers'/> "
     "with that plugin installed."},
    {"SparseGrid",
     "This alias for the component SparseGridTopology was removed in SOFA v24.12. Write SparseGridTopology instead of "
     "SparseGrid."},
    {"SparseGridMultiple",
     "This alias for the component SparseGridMultipleTopology was removed in SOFA v24.12. Write "
     "SparseGridMultipleTopology instead of SparseGridMultiple."},
    {"SparseGridRamification",
     "This alias for the component SparseGridRamificationTopology was removed in SOFA v24.12. Write "
     "SparseGridRamificationTopology instead of SparseGridRamification."},
    {"SparseLUSolver",
     "This component has been moved to the plugin CSparseSolvers: add <RequiredPlugin pluginName='CSparseSolvers'/> "
     "with that plugin installed."},
    {"SpatialGridPointModel",
     "This component has been moved to the plugin SofaSphFluid: add <RequiredPlugin pluginName='SofaSphFluid'/> with "
     "that plugin installed."},
    {"Sphere", "This component has been removed since SOFA v24.12. Use SphereCollisionModel instead."},
    {"SphereGrid",
     "This alias for the component SphereGridTopology was removed in SOFA v24.12. Write SphereGridTopology instead of "
     "SphereGrid."},
    {"SphereModel", "This component has been removed since SOFA v24.12. Use SphereCollisionModel instead."},
    {"SphereQuad",
     "This alias for the component SphereQuadTopology was removed in SOFA v24.12. Write SphereQuadTopology instead of "
     "SphereQuad."},
    {"Stats",
     "This alias for the component StatsSetting was removed in SOFA v24.12. Write StatsSetting instead of Stats."},
    {"SurfaceIdentityMapping",
     "This alias for the component SubsetMapping was removed in SOFA v24.12. Write SubsetMapping instead of "
     "SurfaceIdentityMapping."},
    {"Tetrahedron", "This component has been removed since SOFA v24.12. Use TetrahedronCollisionModel instead."},
    {"TetrahedronModel", "This component has been removed since SOFA v24.12. Use TetrahedronCollisionModel instead."},
    {"TetrahedronSetTopologyAlgorithms",
     "This component has been removed since SOFA v24.12. Use TetrahedronSetTopologyModifier instead."},
    {"Triangle", "This component has been removed since SOFA v24.12. Use TriangleCollisionModel instead."},
    {"TriangleLocalMinDistanceFilter",
     "This component has been removed since SOFA v24.12 and has no successor: delete it from the scene."},
    {"TriangleMesh", "This component has been removed since SOFA v24.12. Use TriangleCollisionModel instead."},
    {"TriangleModel", "This component has been removed since SOFA v24.12. Use TriangleCollisionModel instead."},
    {"TriangleOctree",
     "This alias for the component TriangleOctreeModel was removed in SOFA v24.12. Write TriangleOctreeModel instead "
     "of TriangleOctree."},
    {"TriangleSet", "This component has been removed since SOFA v24.12. Use TriangleCollisionModel instead."},
    {"TriangleSetTopologyAlgorithms",
     "This component has been removed since SOFA v24.12. Use TriangleSetTopologyModifier instead."},
    {"VariationalSolver",
     "This alias for the component VariationalSymplecticSolver was removed in SOFA v24.12. Write "
     "VariationalSymplecticSolver instead of VariationalSolver."},
    {"Viewer",
     "This alias for the component ViewerSetting was removed in SOFA v24.12. Write ViewerSetting instead of Viewer."},
};

constexpr Entry templateAliases[] = {
    {"CompressedRowSparseMatrix", "CompressedRowSparseMatrixd"},
    {"CompressedRowSparseMatrixMat3x3", "CompressedRowSparseMatrixMat3x3d"},
    {"Mat2x2", "Mat2x2d"},
    {"Mat3x3", "Mat3x3d"},
    {"Mat4x4", "Mat4x4d"},
    {"Mat6x6", "Mat6x6d"},
    {"Rigid2", "Rigid2d"},
    {"Rigid3", "Rigid3d"},
    {"SReal", "d"},
    {"Vec1", "Vec1d"},
    {"Vec2", "Vec2d"},
    {"Vec3", "Vec3d"},
    {"Vec6", "Vec6d"},
};

constexpr Entry deprecatedTemplates[] = {
    {"Data<bool>", "vector<bool>"},
    {"Data<double>", "vector<d>"},
    {"Data<int>", "vector<i>"},
    {"Rigid", "Rigid3d"},
    {"Rigid2f", "Rigid2d"},
    {"Rigid3f", "Rigid3d"},
    {"Vec1f", "Vec1d"},
    {"Vec2f", "Vec2d"},
    {"Vec3f", "Vec3d"},
    {"Vec6f", "Vec6d"},
    {"double", "d"},
    {"float", "d"},
    {"int", "i"},
    {"vector<double>", "vector<d>"},
    {"vector<float>", "vector<d>"},
    {"vector<int>", "vector<i>"},
    {"vector<unsigned_int>", "vector<I>"},
};

const char* find(std::span<const Entry> table, std::string_view key) {
  const auto it =
      std::lower_bound(table.begin(), table.end(), key, [](const Entry& e, std::string_view k) { return e.key < k; });
  return it != table.end() && it->key == key ? it->value : nullptr;
}

}  // namespace

std::string currentComponentName(std::string_view name) {
  const char* now = find(renamed, name);
  return now ? now : std::string(name);
}

const char* removedComponent(std::string_view name) { return find(removed, name); }

const char* deprecatedAttribute(std::string_view component, std::string_view attribute) {
  struct Notice {
    std::string_view component, attribute;
    const char* text;
  };
  static constexpr Notice notices[] = {
      {"PCGLinearSolver", "update_step",
       "Attribute 'update_step' has no effect any more; use assemblingRate of PreconditionedMatrixFreeSystem."},
      {"WarpPreconditioner", "update_step",
       "Attribute 'update_step' has no effect any more; use assemblingRate of RotationMatrixSystem."},
      {"WarpPreconditioner", "useRotationFinder", "Attribute 'useRotationFinder' has no effect any more."},
  };
  for (const Notice& notice : notices)
    if (notice.component == component && notice.attribute == attribute) return notice.text;
  return nullptr;
}

std::span<const DeprecatedValue> deprecatedValues() {
  static constexpr DeprecatedValue values[] = {
      {"OglLabel", "color", "contrast", "selectContrastingColor", "true",
       "color=\"contrast\" has been replaced by selectContrastingColor=\"true\"."},
  };
  return values;
}

std::string canonicalTemplate(std::string_view name, std::string* deprecatedPart) {
  std::string result;
  for (std::size_t begin = 0; begin <= name.size();) {
    const auto comma = std::min(name.find(',', begin), name.size());
    const std::string_view part = name.substr(begin, comma - begin);
    const char* alias = find(templateAliases, part);
    if (!alias && (alias = find(deprecatedTemplates, part)) && deprecatedPart) *deprecatedPart = part;
    if (begin > 0) result += ',';
    result += alias ? std::string_view(alias) : part;
    begin = comma + 1;
  }
  return result;
}

}  // namespace sofa::core
