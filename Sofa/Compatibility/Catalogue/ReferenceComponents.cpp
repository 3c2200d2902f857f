// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Service/ReferenceComponents.h"

#include <algorithm>
#include <sstream>

#include "Sofa/Compatibility/Catalogue/SofaNames.h"

namespace sofa::compatibility {
namespace {

/// "module:", then its classes as Name or Name{template;template}.
constexpr const char* componentsByModule = R"(
ArticulatedSystemPlugin:
  ArticulatedHierarchyBVHController ArticulatedHierarchyContainer ArticulatedHierarchyController
  ArticulatedSystemMapping{Vec1d,Rigid3d,Rigid3d} Articulation ArticulationCenter
CollisionOBBCapsule:
  CapsuleCollisionModel{Rigid3d;Vec3d} OBBCollisionModel{Rigid3d}
MultiThreading:
  AnimationLoopParallelScheduler BeamLinearMapping_mt{Rigid3d,Vec3d}
  DataExchange{Vec3d;Vec3f;bool;d;f;vector<I>;vector<Vec2d>;vector<Vec2f>;vector<Vec3d>;vector<Vec3f>;vector<d>;vector<f>;vector<i>}
  MeanComputation{Rigid2d;Rigid3d;Vec1d;Vec2d;Vec3d} ParallelBVHNarrowPhase ParallelBruteForceBroadPhase
  ParallelCGLinearSolver{ParallelCompressedRowSparseMatrixMat3x3d;ParallelCompressedRowSparseMatrixd}
  ParallelHexahedronFEMForceField{Vec3d} ParallelMeshSpringForceField{Vec1d;Vec2d;Vec3d}
  ParallelSpringForceField{Rigid3d;Vec1d;Vec2d;Vec3d;Vec6d} ParallelTetrahedronFEMForceField{Vec3d}
Sofa.Component.AnimationLoop:
  ConstraintAnimationLoop FreeMotionAnimationLoop MultiStepAnimationLoop MultiTagAnimationLoop
Sofa.Component.Collision.Detection.Algorithm:
  BVHNarrowPhase BruteForceBroadPhase BruteForceDetection CollisionPipeline CompositeCollisionPipeline DirectSAP
  DirectSAPNarrowPhase IncrSAP RayTraceDetection RayTraceNarrowPhase SubCollisionPipeline
Sofa.Component.Collision.Detection.Intersection:
  DiscreteIntersection LocalMinDistance MinProximityIntersection NewProximityIntersection
Sofa.Component.Collision.Geometry:
  CubeCollisionModel CylinderCollisionModel{Rigid3d} LineCollisionModel{Vec3d} PointCollisionModel{Vec3d}
  RayCollisionModel SphereCollisionModel{Rigid3d;Vec3d} TetrahedronCollisionModel TriangleCollisionModel{Vec3d}
  TriangleModelInRegularGrid TriangleOctreeCollisionModel
Sofa.Component.Collision.Response.Contact:
  CollisionResponse ContactListener PenalityContactForceField{Vec3d} RuleBasedContactManager
Sofa.Component.Constraint.Lagrangian.Correction:
  GenericConstraintCorrection LinearSolverConstraintCorrection{Rigid3d;Vec1d;Vec2d;Vec3d}
  PrecomputedConstraintCorrection{Rigid3d;Vec1d;Vec3d} UncoupledConstraintCorrection{Rigid3d;Vec1d;Vec2d;Vec3d}
Sofa.Component.Constraint.Lagrangian.Model:
  AugmentedLagrangianConstraint{Vec3d} BilateralLagrangianConstraint{Rigid3d;Vec3d}
  FixedLagrangianConstraint{Rigid3d;Vec1d;Vec2d;Vec3d;Vec6d} SlidingLagrangianConstraint{Rigid3d;Vec3d}
  StopperLagrangianConstraint{Vec1d} UniformLagrangianConstraint{Vec1d} UnilateralLagrangianConstraint{Vec3d}
Sofa.Component.Constraint.Lagrangian.Solver:
  BlockGaussSeidelConstraintSolver ImprovedJacobiConstraintSolver LCPConstraintSolver NNCGConstraintSolver
  PreconditionedConjugateResidual UnbuiltGaussSeidelConstraintSolver
Sofa.Component.Constraint.Projective:
  AffineMovementProjectiveConstraint{Rigid3d;Vec3d} AttachProjectiveConstraint{Rigid2d;Rigid3d;Vec1d;Vec2d;Vec3d}
  DirectionProjectiveConstraint{Vec2d;Vec3d} FixedPlaneProjectiveConstraint{Rigid3d;Vec3d;Vec6d}
  FixedProjectiveConstraint{Rigid2d;Rigid3d;Vec1d;Vec2d;Vec3d;Vec6d} FixedRotationProjectiveConstraint{Rigid3d}
  FixedTranslationProjectiveConstraint{Rigid2d;Rigid3d;Vec6d} HermiteSplineProjectiveConstraint{Rigid3d;Vec3d}
  LineProjectiveConstraint{Vec2d;Vec3d} LinearMovementProjectiveConstraint{Rigid3d;Vec1d;Vec2d;Vec3d;Vec6d}
  LinearVelocityProjectiveConstraint{Rigid3d;Vec1d;Vec2d;Vec3d;Vec6d} OscillatorProjectiveConstraint{Rigid3d;Vec3d}
  ParabolicProjectiveConstraint{Rigid3d;Vec3d}
  PartialFixedProjectiveConstraint{Rigid2d;Rigid3d;Vec1d;Vec2d;Vec3d;Vec6d}
  PartialLinearMovementProjectiveConstraint{Rigid3d;Vec1d;Vec2d;Vec3d;Vec6d}
  PatchTestMovementProjectiveConstraint{Rigid3d;Vec3d} PlaneProjectiveConstraint{Vec2d;Vec3d}
  PointProjectiveConstraint{Vec1d;Vec2d;Vec3d;Vec6d}
  PositionBasedDynamicsProjectiveConstraint{Rigid3d;Vec1d;Vec2d;Vec3d;Vec6d}
  SkeletalMotionProjectiveConstraint{Rigid3d}
Sofa.Component.Controller:
  MechanicalStateController{Rigid3d;Vec1d}
Sofa.Component.Diffusion:
  TetrahedronDiffusionFEMForceField{Vec1d;Vec2d;Vec3d}
Sofa.Component.Engine.Analyze:
  AverageCoord{Rigid2d;Rigid3d;Vec2d;Vec3d} ClusteringEngine{Vec3d} Distances{Vec3d}
  HausdorffDistance{Rigid2d;Rigid3d;Vec1d;Vec2d;Vec3d} ShapeMatching{Rigid3d;Vec3d} SumEngine{Vec1d;Vec3d}
Sofa.Component.Engine.Generate:
  ExtrudeEdgesAndGenerateQuads{Vec3d} ExtrudeQuadsAndGenerateHexas{Vec3d} ExtrudeSurface{Vec3d}
  GenerateCylinder{Vec3d} GenerateGrid{Vec2d;Vec3d} GenerateRigidMass{Rigid3d} GenerateSphere{Vec3d}
  GroupFilterYoungModulus{Vec3d} JoinPoints{Vec3d} MergeMeshes{Rigid2d;Rigid3d;Vec1d;Vec2d;Vec3d}
  MergePoints{Rigid2d;Rigid3d;Vec1d;Vec2d;Vec3d} MergeSets{I;i}
  MergeVectors{vector<RigidCoord2d>;vector<RigidCoord3d>;vector<RigidDeriv2d>;vector<RigidDeriv3d>;vector<Vec2I>;vector<Vec2d>;vector<Vec3d>;vector<Vec4d>;vector<bool>;vector<d>;vector<i>}
  MeshBarycentricMapperEngine{Vec3d} MeshClosingEngine{Vec3d} MeshTetraStuffing NormEngine{Vec3d}
  NormalsFromPoints{Vec3d} RandomPointDistributionInSurface{Vec3d} Spiral{Vec3d} VolumeFromTetrahedrons{Vec3d}
  VolumeFromTriangles{Rigid3d;Vec3d}
Sofa.Component.Engine.Select:
  BoxROI{Rigid3d;Vec1d;Vec2d;Vec3d;Vec6d} ComplementaryROI{Vec3d}
  IndicesFromValues{I;Vec2d;Vec3d;d;fixed_array<I,2>;fixed_array<I,3>;fixed_array<I,4>;fixed_array<I,8>;i;string}
  MergeROIs MeshBoundaryROI MeshROI{Rigid3d;Vec3d;Vec6d} MeshSampler{Vec3d} MeshSplittingEngine{Vec3d}
  MeshSubsetEngine{Vec3d} NearestPointROI{Rigid2d;Rigid3d;Vec1d;Vec2d;Vec3d;Vec6d} PairBoxROI{Rigid3d;Vec3d;Vec6d}
  PlaneROI{Rigid3d;Vec3d} PointsFromIndices{Vec3d} ProximityROI{Vec3d} SelectConnectedLabelsROI{B;H;I;i}
  SelectLabelROI{B;H;I;i} SphereROI{Rigid3d;Vec3d} SubsetTopology{Rigid3d;Vec3d}
  ValuesFromIndices{I;RigidCoord2d;RigidCoord3d;RigidDeriv2d;RigidDeriv3d;Vec2d;Vec3d;Vec4d;Vec6d;d;fixed_array<I,2>;fixed_array<I,3>;fixed_array<I,4>;fixed_array<I,8>;i;string}
  ValuesFromPositions{Rigid3d;Vec3d}
Sofa.Component.Engine.Transform:
  DifferenceEngine{Vec1d;Vec3d} DilateEngine{Vec3d} DisplacementMatrixEngine{Rigid3d}
  DisplacementTransformEngine{Rigid3d,Mat4x4d;Rigid3d,RigidCoord3d} IndexValueMapper{Vec3d}
  Indices2ValuesMapper{Vec3d} InvertTransformMatrixEngine
  MapIndices{I;fixed_array<I,2>;fixed_array<I,3>;fixed_array<I,4>;fixed_array<I,8>;i}
  MathOp{vector<RigidCoord2d>;vector<RigidCoord3d>;vector<RigidDeriv2d>;vector<RigidDeriv3d>;vector<Vec2d>;vector<Vec3d>;vector<bool>;vector<d>;vector<i>}
  ProjectiveTransformEngine{Vec3d} QuatToRigidEngine{Vec3d} ROIValueMapper RigidToQuatEngine{Vec3d}
  RotateTransformMatrixEngine ScaleTransformMatrixEngine SmoothMeshEngine{Vec3d}
  TransformEngine{Rigid2d;Rigid3d;Vec1d;Vec2d;Vec3d} TransformPosition{Vec3d} TranslateTransformMatrixEngine
  Vertex2Frame{Rigid3d}
Sofa.Component.Haptics:
  LCPForceFeedback{Rigid3d;Vec1d} NullForceFeedback NullForceFeedbackT{Rigid3d;Vec1d}
Sofa.Component.IO.Mesh:
  BlenderExporter{Rigid3d;Vec3d} GIDMeshLoader GridMeshCreator MeshExporter MeshGmshLoader MeshOBJLoader MeshOffLoader
  MeshSTLLoader MeshTrianLoader MeshVTKLoader MeshXspLoader OffSequenceLoader STLExporter SphereLoader
  StringMeshCreator VTKExporter VisualModelOBJExporter VoxelGridLoader
Sofa.Component.LinearSolver.Direct:
  AsyncSparseLDLSolver{CompressedRowSparseMatrixMat3x3d;CompressedRowSparseMatrixd} BTDLinearSolver{BTDMatrix6d}
  CholeskySolver{FullMatrix;SparseMatrix}
  EigenSimplicialLDLT{CompressedRowSparseMatrixMat3x3d;CompressedRowSparseMatrixd}
  EigenSimplicialLLT{CompressedRowSparseMatrixMat3x3d;CompressedRowSparseMatrixd}
  EigenSparseLU{CompressedRowSparseMatrixMat3x3d;CompressedRowSparseMatrixd}
  EigenSparseQR{CompressedRowSparseMatrixMat3x3d;CompressedRowSparseMatrixd}
  MatrixLinearSystem{BTDMatrix6d;BlockDiagonalMatrixMat3x3d;CompressedRowSparseMatrixMat2x2d;CompressedRowSparseMatrixMat3x3d;CompressedRowSparseMatrixMat4x4d;CompressedRowSparseMatrixMat6x6d;CompressedRowSparseMatrixMat8x8d;CompressedRowSparseMatrixd;DiagonalMatrix;FullMatrix;RotationMatrixd;SparseMatrix}
  PrecomputedLinearSolver{FullVector}
  SVDLinearSolver{CompressedRowSparseMatrixMat3x3d;CompressedRowSparseMatrixd;FullMatrix}
  SparseLDLSolver{CompressedRowSparseMatrixMat3x3d;CompressedRowSparseMatrixd} TypedMatrixLinearSystem{BTDMatrix6d}
Sofa.Component.LinearSolver.Iterative:
  CGLinearSolver{CompressedRowSparseMatrixMat2x2d;CompressedRowSparseMatrixMat3x3d;CompressedRowSparseMatrixMat4x4d;CompressedRowSparseMatrixMat6x6d;CompressedRowSparseMatrixMat8x8d;CompressedRowSparseMatrixd;FullMatrix;GraphScattered;SparseMatrix}
  MatrixFreeSystem{GraphScattered}
  MinResLinearSolver{CompressedRowSparseMatrixMat2x2d;CompressedRowSparseMatrixMat3x3d;CompressedRowSparseMatrixMat4x4d;CompressedRowSparseMatrixMat6x6d;CompressedRowSparseMatrixMat8x8d;CompressedRowSparseMatrixd;FullMatrix;GraphScattered;SparseMatrix}
  PCGLinearSolver{GraphScattered} PreconditionedMatrixFreeSystem{GraphScattered}
Sofa.Component.LinearSolver.Ordering:
  AMDOrderingMethod COLAMDOrderingMethod NaturalOrderingMethod
Sofa.Component.LinearSolver.Preconditioner:
  BlockJacobiPreconditioner{FullVector} JacobiPreconditioner{DiagonalMatrix}
  PrecomputedMatrixSystem{CompressedRowSparseMatrixd} PrecomputedWarpPreconditioner{CompressedRowSparseMatrixd}
  RotationMatrixSystem{RotationMatrixd}
  SSORPreconditioner{CompressedRowSparseMatrixMat3x3d;CompressedRowSparseMatrixd} WarpPreconditioner{RotationMatrixd}
Sofa.Component.LinearSystem:
  CompositeLinearSystem{BlockDiagonalMatrixMat3x3d;CompressedRowSparseMatrixMat2x2d;CompressedRowSparseMatrixMat3x3d;CompressedRowSparseMatrixMat4x4d;CompressedRowSparseMatrixMat6x6d;CompressedRowSparseMatrixMat8x8d;CompressedRowSparseMatrixd;DiagonalMatrix;FullMatrix;GraphScattered;RotationMatrixd;SparseMatrix}
  ConstantSparsityPatternSystem{CompressedRowSparseMatrixd}
  ConstantSparsityProjectionMethod{CompressedRowSparseMatrixd} MatrixProjectionMethod{CompressedRowSparseMatrixd}
Sofa.Component.Mapping.Linear:
  BarycentricMapping{Vec3d,Rigid3d;Vec3d,Vec3d} BeamLinearMapping{Rigid3d,Vec3d}
  CenterOfMassMapping{Rigid2d,Vec2d;Rigid3d,Vec3d} CenterOfMassMulti2Mapping{Vec3d,Rigid3d,Vec3d}
  CenterOfMassMultiMapping{Rigid3d,Rigid3d;Rigid3d,Vec3d;Vec3d,Vec3d}
  DeformableOnRigidFrameMapping{Vec3d,Rigid3d,Vec3d} DistanceToPlaneMapping{Rigid2d;Rigid3d;Vec2d;Vec3d;Vec6d}
  IdentityMapping{Rigid2d,Rigid2d;Rigid2d,Vec2d;Rigid3d,Rigid3d;Rigid3d,Vec3d;Vec1d,Vec1d;Vec2d,Vec2d;Vec3d,Vec3d;Vec6d,Vec3d;Vec6d,Vec6d}
  IdentityMultiMapping{Rigid3d,Rigid3d;Vec1d,Vec1d;Vec2d,Vec2d;Vec3d,Vec3d} LineSetSkinningMapping{Rigid3d,Vec3d}
  Mesh2PointMechanicalMapping{Vec3d,Vec3d} Mesh2PointTopologicalMapping SimpleTesselatedHexaTopologicalMapping
  SimpleTesselatedTetraMechanicalMapping{Vec3d,Vec3d} SimpleTesselatedTetraTopologicalMapping
  SkinningMapping{Rigid3d,Vec3d} SubsetMapping{Rigid3d,Rigid3d;Vec1d,Vec1d;Vec3d,Vec3d}
  SubsetMultiMapping{Rigid3d,Rigid3d;Rigid3d,Vec3d;Vec1d,Vec1d;Vec2d,Vec2d;Vec3d,Vec3d} TubularMapping{Rigid3d,Vec3d}
  VoidMapping
Sofa.Component.Mapping.NonLinear:
  AreaMapping{Vec3d,Vec1d} DistanceFromTargetMapping{Rigid3d,Vec1d;Vec1d,Vec1d;Vec3d,Vec1d}
  DistanceMapping{Rigid3d,Vec1d;Vec3d,Vec1d} DistanceMultiMapping{Rigid3d,Vec1d;Vec3d,Vec1d}
  RigidMapping{Rigid2d,Vec2d;Rigid3d,Rigid3d;Rigid3d,Vec3d} SquareDistanceMapping{Rigid3d,Vec1d;Vec3d,Vec1d}
  SquareMapping{Vec1d,Vec1d} VolumeMapping{Vec3d,Vec1d}
Sofa.Component.Mass:
  DiagonalMass{Rigid2d,Rigid2d;Rigid2d,Rigid3d;Rigid3d,Rigid3d;Vec1d,Vec1d;Vec1d,Vec2d;Vec1d,Vec3d;Vec2d,Vec2d;Vec2d,Vec3d;Vec3d,Vec3d}
  FEMMass{Vec1d,Edge;Vec2d,Edge;Vec2d,Quad;Vec2d,Triangle;Vec3d,Edge;Vec3d,Hexahedron;Vec3d,Prism;Vec3d,Pyramid;Vec3d,Quad;Vec3d,Tetrahedron;Vec3d,Triangle}
  MeshMatrixMass{Vec1d,Vec1d;Vec1d,Vec2d;Vec1d,Vec3d;Vec2d,Vec2d;Vec2d,Vec3d;Vec3d,Vec3d} NodalMassDensity{d}
  UniformMass{Rigid2d;Rigid3d;Vec1d;Vec2d;Vec3d;Vec6d}
Sofa.Component.MechanicalLoad:
  ConicalForceField{Vec3d} ConstantForceField{Rigid2d;Rigid3d;Vec1d;Vec2d;Vec3d;Vec6d}
  DiagonalVelocityDampingForceField{Rigid2d;Rigid3d;Vec1d;Vec2d;Vec3d;Vec6d} EdgePressureForceField{Vec3d}
  EllipsoidForceField{Vec1d;Vec2d;Vec3d} Gravity InteractionEllipsoidForceField{Vec3d,Rigid3d}
  LinearForceField{Rigid3d;Vec1d;Vec2d;Vec3d;Vec6d} OscillatingTorsionPressureForceField{Vec3d}
  PlaneForceField{Rigid3d;Vec1d;Vec2d;Vec3d;Vec6d} QuadPressureForceField{Vec3d} SphereForceField{Vec1d;Vec2d;Vec3d}
  SurfacePressureForceField{Rigid3d;Vec3d} TaitSurfacePressureForceField{Vec3d} TorsionForceField{Rigid3d;Vec3d}
  TrianglePressureForceField{Vec3d} UniformVelocityDampingForceField{Rigid2d;Rigid3d;Vec1d;Vec2d;Vec3d;Vec6d}
Sofa.Component.ODESolver.Backward:
  BDFOdeSolver EulerImplicitSolver NewmarkImplicitSolver NewtonRaphsonSolver StaticSolver VariationalSymplecticSolver
Sofa.Component.ODESolver.Forward:
  CentralDifferenceSolver DampVelocitySolver EulerExplicitSolver RungeKutta2Solver RungeKutta4Solver
Sofa.Component.Playback:
  CompareState CompareTopology InputEventReader ReadState ReadTopology WriteState WriteTopology
Sofa.Component.SceneUtility:
  APIVersion AddDataRepository AddPluginRepository FileMessageHandlerComponent InfoComponent MessageHandlerComponent
  PauseAnimationOnEvent
Sofa.Component.Setting:
  BackgroundSetting SofaDefaultPathSetting StatsSetting ViewerSetting
Sofa.Component.SolidMechanics.FEM.Elastic:
  BeamFEMForceField{Rigid3d}
  CorotationalFEMForceField{Vec2d,Edge;Vec2d,Quad;Vec2d,Triangle;Vec3d,Edge;Vec3d,Hexahedron;Vec3d,Prism;Vec3d,Pyramid;Vec3d,Quad;Vec3d,Tetrahedron;Vec3d,Triangle}
  FastTetrahedralCorotationalForceField{Vec3d} HexahedralFEMForceField{Vec3d} HexahedralFEMForceFieldAndMass{Vec3d}
  HexahedronFEMForceField{Vec3d} HexahedronFEMForceFieldAndMass{Vec3d}
  LinearSmallStrainFEMForceField{Vec1d,Edge;Vec2d,Edge;Vec2d,Quad;Vec2d,Triangle;Vec3d,Edge;Vec3d,Hexahedron;Vec3d,Prism;Vec3d,Pyramid;Vec3d,Quad;Vec3d,Tetrahedron;Vec3d,Triangle}
  QuadBendingFEMForceField{Vec3d} TetrahedralCorotationalFEMForceField{Vec3d} TetrahedronFEMForceField{Vec3d}
  TriangleFEMForceField{Vec3d} TriangularAnisotropicFEMForceField{Vec3d} TriangularFEMForceField{Vec3d}
  TriangularFEMForceFieldOptim{Vec3d}
Sofa.Component.SolidMechanics.FEM.HyperElastic:
  PlasticMaterial StandardTetrahedralFEMForceField{Vec3d} TetrahedronHyperelasticityFEMForceField{Vec3d}
Sofa.Component.SolidMechanics.FEM.NonUniform:
  HexahedronCompositeFEMForceFieldAndMass{Vec3d}
  HexahedronCompositeFEMMapping{Mapping<StdVectorTypes<Vec<3u,double>,Vec<3u,double>,double>,StdVectorTypes<Vec<3u,double>,Vec<3u,double>,double>>}
  NonUniformHexahedralFEMForceFieldAndMass{Vec3d} NonUniformHexahedronFEMForceFieldAndMass{Vec3d}
Sofa.Component.SolidMechanics.Spring:
  AngularSpringForceField{Rigid3d} FastTriangularBendingSprings{Vec3d} FrameSpringForceField{Rigid3d}
  GearSpringForceField{Rigid3d} JointSpringForceField{Rigid3d} MeshSpringForceField{Vec1d;Vec2d;Vec3d}
  PolynomialRestShapeSpringsForceField{Vec3d} PolynomialSpringsForceField{Vec3d} QuadBendingSprings{Vec2d;Vec3d}
  QuadularBendingSprings{Vec3d} RegularGridSpringForceField{Vec1d;Vec2d;Vec3d;Vec6d}
  RepulsiveSpringForceField{Vec1d;Vec2d;Vec3d} RestShapeSpringsForceField{Rigid3d;Vec1d;Vec3d}
  SpringForceField{Rigid3d;Vec1d;Vec2d;Vec3d;Vec6d} TriangleBendingSprings{Vec2d;Vec3d}
  TriangularBendingSprings{Vec3d} TriangularBiquadraticSpringsForceField{Vec3d}
  TriangularQuadraticSpringsForceField{Vec3d} VectorSpringForceField{Vec3d}
Sofa.Component.SolidMechanics.TensorMass:
  TetrahedralTensorMassForceField{Vec3d} TriangularTensorMassForceField{Vec3d}
Sofa.Component.StateContainer:
  MappedObject{Rigid2d;Rigid3d;Vec1d;Vec2d;Vec3d;Vec6d} MechanicalObject{Rigid2d;Rigid3d;Vec1d;Vec2d;Vec3d;Vec6d}
Sofa.Component.Topology.Container.Constant:
  CubeTopology MeshTopology SphereQuadTopology
Sofa.Component.Topology.Container.Dynamic:
  DynamicSparseGridGeometryAlgorithms{Vec2d;Vec3d} DynamicSparseGridTopologyContainer
  DynamicSparseGridTopologyModifier EdgeSetGeometryAlgorithms{Rigid2d;Rigid3d;Vec1d;Vec2d;Vec3d}
  EdgeSetTopologyContainer EdgeSetTopologyModifier HexahedronSetGeometryAlgorithms{Vec2d;Vec3d}
  HexahedronSetTopologyContainer HexahedronSetTopologyModifier MultilevelHexahedronSetTopologyContainer
  PointSetGeometryAlgorithms{Vec1d;Vec2d;Vec3d} PointSetTopologyContainer PointSetTopologyModifier
  QuadSetGeometryAlgorithms{Vec2d;Vec3d} QuadSetTopologyContainer QuadSetTopologyModifier
  TetrahedronSetGeometryAlgorithms{Vec2d;Vec3d} TetrahedronSetTopologyContainer TetrahedronSetTopologyModifier
  TriangleSetGeometryAlgorithms{Vec2d;Vec3d} TriangleSetTopologyContainer TriangleSetTopologyModifier
Sofa.Component.Topology.Container.Grid:
  CylinderGridTopology GridTopology RegularGridTopology SparseGridMultipleTopology SparseGridRamificationTopology
  SparseGridTopology SphereGridTopology
Sofa.Component.Topology.Mapping:
  CenterPointTopologicalMapping Edge2QuadTopologicalMapping Hexa2PrismTopologicalMapping Hexa2QuadTopologicalMapping
  Hexa2TetraTopologicalMapping IdentityTopologicalMapping Quad2TriangleTopologicalMapping SubsetTopologicalMapping
  Tetra2TriangleTopologicalMapping Triangle2EdgeTopologicalMapping
Sofa.Component.Topology.Utility:
  TopologicalChangeProcessor TopologyBoundingTrasher{Vec3d} TopologyChecker
Sofa.Component.Visual:
  Camera CylinderVisualModel InteractiveCamera LineAxis RecordedCamera TrailRenderer{Rigid3d;Vec1d;Vec2d;Vec3d}
  Visual3DText VisualBoundingBox VisualGrid VisualMesh VisualModelImpl{Vec3d}
  VisualPointCloud{Rigid2d;Rigid3d;Vec1d;Vec2d;Vec3d} VisualStyle VisualTransform VisualVectorField{Vec3d}
Sofa.GL.Component.Engine:
  TextureInterpolation{Vec1d;Vec2d;Vec3d}
Sofa.GL.Component.Rendering2D:
  OglColorMap OglLabel OglViewport
Sofa.GL.Component.Rendering3D:
  ClipPlane DataDisplay MergeVisualModels{Vec3d} OglModel{Vec3d} OglSceneFrame PointSplatModel SlicedVolumetricModel
Sofa.GL.Component.Shader:
  CompositingVisualLoop DirectionalLight LightManager OglFloat2Attribute OglFloat2Variable OglFloat3Attribute
  OglFloat3Variable OglFloat4Attribute OglFloat4Variable OglFloatAttribute OglFloatVariable OglFloatVector2Variable
  OglFloatVector3Variable OglFloatVector4Variable OglFloatVectorVariable OglInt2Attribute OglInt2Variable
  OglInt3Attribute OglInt3Variable OglInt4Attribute OglInt4Variable OglIntAttribute OglIntVariable
  OglIntVector2Variable OglIntVector3Variable OglIntVector4Variable OglIntVectorVariable OglMatrix2Variable
  OglMatrix2x3Variable OglMatrix2x4Variable OglMatrix3Variable OglMatrix3x2Variable OglMatrix3x4Variable
  OglMatrix4Variable OglMatrix4VectorVariable OglMatrix4x2Variable OglMatrix4x3Variable OglOITShader OglRenderingSRGB
  OglShader OglShaderDefineMacro OglShaderVisualModel{Vec3d} OglShadowShader OglTexture OglTexture2D OglTexturePointer
  OglUInt2Attribute OglUInt3Attribute OglUInt4Attribute OglUIntAttribute OrderIndependentTransparencyManager
  PositionalLight PostProcessManager SpotLight VisualManagerPass VisualManagerSecondaryPass
Sofa.GUI.Component:
  AddFrameButtonSetting AddRecordedCameraButtonSetting AttachBodyButtonSetting ConstraintAttachButtonSetting
  FixPickedParticleButtonSetting MouseInteractor{Rigid3d;Vec2d;Vec3d} StartNavigationButtonSetting
Sofa.Simulation.Core:
  DefaultAnimationLoop DefaultVisualManagerLoop RequiredPlugin TaskSchedulerSettings
SofaCarving:
  CarvingManager
SofaDistanceGrid:
  DistanceGridForceField{Vec3d} FFDDistanceGridCollisionModel RigidDistanceGridCollisionModel
SofaMatrix:
  ComplianceMatrixExporter ComplianceMatrixImage FillReducingOrdering{Vec3d} GlobalSystemMatrixExporter
  GlobalSystemMatrixImage
)";

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const auto end = std::min(text.find(separator), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

core::ReferenceComponents parseComponents() {
  core::ReferenceComponents all;
  std::istringstream words(componentsByModule);
  std::string module;
  for (std::string word; words >> word;) {
    if (word.back() == ':') {
      module = word.substr(0, word.size() - 1);
      continue;
    }
    const auto brace = word.find('{');
    core::ReferenceComponent& component = all[word.substr(0, brace)];
    component.module = module;
    if (brace != word.npos)
      component.templates = split(std::string_view(word).substr(brace + 1, word.size() - brace - 2), ';');
  }
  return all;
}

}  // namespace

const core::ReferenceComponents& SofaNames::components() const {
  static const core::ReferenceComponents all = parseComponents();
  return all;
}

const core::Absence* SofaNames::absenceOf(std::string_view className) const {
  using core::Absence;
  static constexpr Absence passes{"rendering of parts of a scene into pictures of their own is not offered",
                                  "A PostProcessManager with an OglShader sends the whole picture through a shader."};
  static constexpr Absence frames{"a sum or a product of frames has no meaning of its own",
                                  "A RigidToQuatEngine splits frames into positions and rotations."};
  static constexpr std::pair<std::string_view, Absence> absences[] = {
      {"CompositingVisualLoop", passes},
      {"Distances",
       {"it has no output that another component could read",
        "NearestPointROI and ProximityROI choose points by straight distances."}},
      {"MathOp<vector<RigidCoord2d>>", frames},
      {"MathOp<vector<RigidCoord3d>>", frames},
      {"MouseInteractor", {"the viewer has the mouse act by itself", "Delete it."}},
      {"NonUniformHexahedralFEMForceFieldAndMass",
       {"elements made of finer ones whose mesh changes are not offered",
        "Use NonUniformHexahedronFEMForceFieldAndMass on a SparseGridTopology with nbVirtualFinerLevels."}},
      {"OglOITShader",
       {"transparent models have a shader of the viewer's own",
        "Delete it: an OrderIndependentTransparencyManager blends them."}},
      {"OglTexture2D", {"SOFA gave it up, too", "Write OglTexture."}},
      {"OscillatingTorsionPressureForceField",
       {"it is not known how it shares its moment among the points",
        "A TorsionForceField turns points about an axis; an OscillatorProjectiveConstraint moves them to and fro."}},
      {"PlasticMaterial",
       {"no force field takes it, and it has no limit from which on it would yield",
        "Use TetrahedronFEMForceField with plasticYieldThreshold, plasticMaxThreshold and plasticCreep."}},
      {"ShapeMatching<Rigid3d>",
       {"only points make up a shape", "Fit points that follow the frames, by a RigidMapping."}},
      {"SkeletalMotionProjectiveConstraint",
       {"only a loader of animated figures fills its joints, and SOFA brings none along",
        "An ArticulatedHierarchyBVHController plays the motion of a skeleton, ReadState that of any state."}},
      {"VisualManagerPass", passes},
      {"VisualManagerSecondaryPass", passes}};
  const auto* found = std::ranges::find(absences, className, &std::pair<std::string_view, Absence>::first);
  return found == std::end(absences) ? nullptr : &found->second;
}

}  // namespace sofa::compatibility
