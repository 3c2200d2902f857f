# SPDX-License-Identifier: Apache-2.0
# Headers of SOFA and the headers that take their place, of this folder where no other is named; several are joined by +.
# Each is written below compatibility/ in the build folder, and installed with the framework; the target
# Sofa::Compatibility puts them on the include path, so that code written for SOFA finds what it includes under the names
# it uses.
set(SOFA_FORWARDING_HEADERS
  Config      "config.h core/config.h helper/config.h type/config.h defaulttype/config.h simulation/config.h linearalgebra/config.h
               geometry/config.h simulation/graph/config.h component/config.h testing/config.h"
  SofaVersion "version.h"
  Types       "defaulttype/VecTypes.h defaulttype/RigidTypes.h type/Vec.h type/Mat.h type/vector.h type/vector_T.h type/Quat.h
               type/fixed_array.h type/vector_algebra.h type/trait/is_vector.h core/fwd.h Index.h type/SVector.h
               type/BoundingBox.h type/Mat_solve_LU.h topology/Point.h type/fwd.h type/Vec_fwd.h topology/ElementType.h"
  FormerTypes "defaulttype/Vec.h defaulttype/Mat.h defaulttype/Quat.h helper/vector.h helper/fixed_array.h helper/Quater.h
               helper/SVector.h"
  Visual      "type/RGBAColor.h core/visual/VisualParams.h core/visual/DisplayFlags.h helper/visual/DrawTool.h type/Color.h
               core/visual/fwd.h"
  Params      "core/ExecParams.h core/MechanicalParams.h core/ConstraintParams.h"
  State       "core/State.h core/State.inl core/BaseState.h core/VecId.h core/MultiVecId.h core/behavior/MechanicalState.h
               core/behavior/MechanicalState.inl core/behavior/BaseMechanicalState.h"
  Data        "core/objectmodel/Data.h core/objectmodel/Link.h core/objectmodel/SingleLink.h core/objectmodel/MultiLink.h
               core/objectmodel/Base.h core/objectmodel/BaseData.h core/objectmodel/BaseLink.h core/objectmodel/ComponentState.h
               helper/accessor.h helper/accessor/ReadAccessor.h helper/accessor/WriteAccessor.h
               helper/accessor/WriteOnlyAccessor.h core/objectmodel/DataFwd.h defaulttype/DataTypeInfo.h"
  Context     "core/objectmodel/BaseContext.h core/objectmodel/BaseNode.h core/objectmodel/Context.h"
  Topology    "core/topology/BaseMeshTopology.h core/topology/Topology.h core/topology/BaseTopology.h
               core/topology/TopologyElementHandler.h topology/Edge.h topology/Triangle.h topology/Quad.h topology/Tetrahedron.h
               topology/Hexahedron.h"
  Events      "core/objectmodel/Event.h core/objectmodel/KeypressedEvent.h core/objectmodel/KeyreleasedEvent.h
               core/objectmodel/MouseEvent.h simulation/AnimateBeginEvent.h simulation/AnimateEndEvent.h
               simulation/CollisionBeginEvent.h simulation/CollisionEndEvent.h"
  Registration "core/ObjectFactory.h core/sptr.h"
  Object      "core/objectmodel/BaseObject.h core/objectmodel/BaseComponent.h"
  Messages    "helper/logging/Messaging.h helper/logging/Message.h helper/messaging/FileMessage.h"
  DataEngine  "core/DataEngine.h"
  Timer       "helper/AdvancedTimer.h helper/ScopedAdvancedTimer.h"
  Plugin      "helper/system/PluginManager.h core/Plugin.h"
  BaseMatrix  "core/behavior/MultiMatrixAccessor.h linearalgebra/BaseMatrix.h linearalgebra/BaseVector.h defaulttype/BaseMatrix.h
               defaulttype/BaseVector.h"
  ForceField  "core/behavior/ForceField.h core/behavior/ForceField.inl core/behavior/BaseForceField.h
               core/behavior/PairInteractionForceField.h core/behavior/PairInteractionForceField.inl
               core/behavior/BaseLocalForceFieldMatrix.h core/behavior/BaseLocalMassMatrix.h
               core/behavior/BaseInteractionForceField.h"
  StateAccessor "core/behavior/SingleStateAccessor.h core/behavior/PairStateAccessor.h"
  Mass        "core/behavior/Mass.h core/behavior/Mass.inl core/behavior/BaseMass.h"
  ProjectiveConstraintSet "core/behavior/ProjectiveConstraintSet.h core/behavior/ProjectiveConstraintSet.inl
               core/behavior/BaseProjectiveConstraintSet.h"
  LagrangianConstraint "core/behavior/BaseLagrangianConstraint.h core/behavior/BaseConstraint.h core/behavior/Constraint.h
               core/behavior/Constraint.inl core/behavior/LagrangianConstraint.h core/behavior/LagrangianConstraint.inl
               core/behavior/PairInteractionConstraint.h core/behavior/PairInteractionConstraint.inl"
  ConstraintResolution "core/behavior/ConstraintResolution.h"
  Mapping     "core/Mapping.h core/Mapping.inl core/BaseMapping.h"
  Multi2Mapping "core/Multi2Mapping.h core/Multi2Mapping.inl"
  MultiMapping "core/MultiMapping.h core/MultiMapping.inl"
  MatrixDeriv "linearalgebra/CompressedRowSparseMatrixConstraint.h"
  Controller  "component/controller/Controller.h core/behavior/BaseController.h"
  OptionsGroup "helper/OptionsGroup.h"
  DataFileName "core/objectmodel/DataFileName.h helper/system/FileRepository.h"
  TopologyData "core/topology/TopologyData.h core/topology/TopologyData.inl core/topology/TopologySubsetIndices.h
               core/topology/TopologySubsetIndices.inl core/topology/TopologyDataHandler.h core/topology/TopologySubsetData.h"
  FullVector  "linearalgebra/FullVector.h"
  FullMatrix  "linearalgebra/FullMatrix.h"
  SparseMatrix "linearalgebra/CompressedRowSparseMatrix.h linearalgebra/EigenSparseMatrix.h
               linearalgebra/CompressedRowSparseMatrixMechanical.h linearalgebra/SparseMatrix.h"
  SolidTypes  "defaulttype/SolidTypes.h"
  TransformOf "type/Transform.h type/SpatialVector.h"
  MatSym      "type/MatSym.h defaulttype/MatSym.h"
  RealFunctions "helper/rmath.h"
  Decompose   "helper/decompose.h"
  Random      "helper/RandomGenerator.h"
  SofaColorMap "helper/ColorMap.h"
  Map         "helper/map.h"
  System      "helper/BackTrace.h helper/system/thread/CTime.h helper/system/Locale.h helper/system/SetDirectory.h"
  NoDrawing   "gl/template.h gl/gl.h gl/glu.h helper/gl/template.h helper/system/gl.h helper/system/glu.h helper/system/glut.h"
  Visitor     "simulation/Visitor.h simulation/MechanicalVisitor.h simulation/BaseMechanicalVisitor.h"
  Component/SceneUtility/SofaVisitors
              "simulation/PropagateEventVisitor.h simulation/UpdateMappingVisitor.h simulation/UpdateContextVisitor.h
               simulation/UpdateLinksVisitor.h simulation/BehaviorUpdatePositionVisitor.h simulation/InitVisitor.h
               simulation/mechanicalvisitor/MechanicalPropagateOnlyPositionAndVelocityVisitor.h
               simulation/mechanicalvisitor/MechanicalPropagateOnlyPositionVisitor.h
               simulation/mechanicalvisitor/MechanicalProjectPositionAndVelocityVisitor.h
               simulation/mechanicalvisitor/MechanicalVOpVisitor.h"
  Component/StateContainer/SofaMechanicalObject
              "component/statecontainer/MechanicalObject.h component/statecontainer/MechanicalObject.inl"
  Component/Topology/SofaContainers
              "component/topology/container/constant/MeshTopology.h
               component/topology/container/dynamic/PointSetTopologyContainer.h
               component/topology/container/dynamic/PointSetTopologyModifier.h
               component/topology/container/dynamic/EdgeSetTopologyContainer.h
               component/topology/container/dynamic/EdgeSetTopologyModifier.h
               component/topology/container/dynamic/TriangleSetTopologyContainer.h
               component/topology/container/dynamic/TriangleSetTopologyModifier.h
               component/topology/container/dynamic/QuadSetTopologyContainer.h
               component/topology/container/dynamic/QuadSetTopologyModifier.h
               component/topology/container/dynamic/TetrahedronSetTopologyContainer.h
               component/topology/container/dynamic/TetrahedronSetTopologyModifier.h
               component/topology/container/dynamic/HexahedronSetTopologyContainer.h
               component/topology/container/dynamic/HexahedronSetTopologyModifier.h"
  Component/Topology/SofaGeometryAlgorithms
              "component/topology/container/dynamic/PointSetGeometryAlgorithms.h
               component/topology/container/dynamic/EdgeSetGeometryAlgorithms.h
               component/topology/container/dynamic/TriangleSetGeometryAlgorithms.h
               component/topology/container/dynamic/QuadSetGeometryAlgorithms.h
               component/topology/container/dynamic/TetrahedronSetGeometryAlgorithms.h
               component/topology/container/dynamic/HexahedronSetGeometryAlgorithms.h"
  Component/ODESolver/SofaOdeSolver
              "core/behavior/OdeSolver.h core/behavior/MultiVec.h simulation/VectorOperations.h simulation/MechanicalOperations.h"
  Core/Contract/Solver "core/BehaviorModel.h"
  Component/IO/SofaMeshLoader "core/loader/MeshLoader.h"
  Component/Controller/SofaMechanicalStateController "component/controller/MechanicalStateController.h"
  Component/SceneUtility/SofaSimulation
              "simulation/Node.h simulation/Node.inl simulation/Simulation.h simulation/graph/DAGNode.h
               simulation/graph/DAGSimulation.h simulation/graph/init.h simulation/fwd.h simulation/common/SceneLoaderXML.h
               simulation/common/init.h"
  Component/SceneUtility/SofaSimpleApi "simpleapi/SimpleApi.h simulation/graph/SimpleApi.h"
  Testing/SofaTest "testing/BaseTest.h testing/NumericTest.h testing/TestMessageHandler.h"
  Testing/SofaTest+Component/SceneUtility/SofaSimpleApi "testing/BaseSimulationTest.h"
  Testing/SofaMappingTest+Component/SceneUtility/SofaSimpleApi+Component/StateContainer/SofaMechanicalObject
              "component/mapping/testing/MappingTestCreation.h"
  Component/Constraint/SofaFixedProjectiveConstraint "component/constraint/projective/FixedProjectiveConstraint.h"
  Component/SolidMechanics/SofaForceFields
              "component/solidmechanics/fem/elastic/TetrahedronFEMForceField.h
               component/solidmechanics/fem/elastic/TetrahedralCorotationalFEMForceField.h
               component/solidmechanics/spring/SpringForceField.h"
  Component/MechanicalLoad/ConstantForceField "component/mechanicalload/ConstantForceField.h"
  Component/Mapping/SofaBarycentricMapping "component/mapping/linear/BarycentricMapping.h"
  Component/Mapping/SofaIdentityMapping "component/mapping/linear/IdentityMapping.h"
  Component/Mapping/SofaRigidMapping "component/mapping/nonlinear/RigidMapping.h"
  Component/Mass/UniformMass "component/mass/UniformMass.h"
  Component/AnimationLoop/SofaDefaultAnimationLoop "simulation/DefaultAnimationLoop.h")

# Headers for which there is nothing, and what to do instead.
set(SOFA_MISSING_HEADERS
  "core/behavior/DefaultMultiMatrixAccessor.h" "a linear system assembles the scene's matrix (docs/assembly.md)"
  "component/constraint/lagrangian/solver/ConstraintSolverImpl.h" "derive from core::ConstraintSolver (Sofa/Core/Contract/LagrangianConstraint.h)"
  "core/behavior/ConstraintSolver.h" "derive from core::ConstraintSolver (Sofa/Core/Contract/LagrangianConstraint.h)"
  "core/behavior/LinearSolver.h" "derive from core::LinearSolver (Sofa/Core/Contract/Solver.h)"
  "core/CollisionModel.h" "derive from core::CollisionModel (Sofa/Core/Contract/CollisionModel.h)"
  "core/collision/Intersection.h" "register pairs with RegisterIntersector (Sofa/Core/Contract/IntersectorRegistry.h)"
  "core/objectmodel/DataCallback.h" "derive from core::DataEngine, or follow Data with trackInternalData() and hasDataChanged()"
  "core/objectmodel/BaseObjectDescription.h" "core::ComponentDescription (Sofa/Core/ObjectModel/ComponentDescription.h) has the attributes of a scene's element"
  "core/behavior/MixedInteractionForceField.h" "derive from core::BaseForceField, which may act on any states (Sofa/Core/Contract/ForceField.h)"
  "core/behavior/MixedInteractionForceField.inl" "derive from core::BaseForceField, which may act on any states (Sofa/Core/Contract/ForceField.h)"
  "gpu/cuda/CudaTypes.h" "states on a GPU have other types (docs/manual/vectors.md)"
  "helper/LCPcalc.h" "a constraint solver of the scene solves such problems (docs/manual/constraint-problem.md)"
  "geometry/proximity/PointTriangle.h" "Sofa/Geometry/ClosestPoints.h has what is closest to a point"
  "helper/Factory.h" "use a std::map of functions"
  "helper/system/thread/debug.h" "use msg_info()"
  "simulation/task/MainTaskSchedulerFactory.h" "loops run in threads by helper::parallelChunks (Sofa/Helper/Parallel.h)"
  "simulation/SolveVisitor.h" "an animation loop steps the scene (Sofa/Core/Contract/Solver.h)"
  "simulation/mechanicalvisitor/MechanicalProjectJacobianMatrixVisitor.h" "constraint solvers take fixed points out of all rows"
  "simulation/mechanicalvisitor/MechanicalResetConstraintVisitor.h" "constraint solvers collect rows anew in each step")

set(folder ${CMAKE_CURRENT_BINARY_DIR}/compatibility)
while(SOFA_FORWARDING_HEADERS)
  list(POP_FRONT SOFA_FORWARDING_HEADERS targets headers)
  separate_arguments(headers UNIX_COMMAND "${headers}")
  string(REPLACE "+" ";" targets "${targets}")
  list(TRANSFORM targets PREPEND "Compatibility/" REGEX "^[A-Za-z0-9]+$")
  list(TRANSFORM targets REPLACE "(.+)" "#include <Sofa/\\1.h>")
  list(JOIN targets "\n" includes)
  foreach(header IN LISTS headers)
    file(CONFIGURE OUTPUT ${folder}/sofa/${header} @ONLY CONTENT [[
#pragma once
#include <Sofa/Compatibility/NoNames.h>
#include <Sofa/Compatibility/Author.h>
@includes@
#include <Sofa/Compatibility/Names.h>
]])
  endforeach()
endwhile()
while(SOFA_MISSING_HEADERS)
  list(POP_FRONT SOFA_MISSING_HEADERS header advice)
  file(CONFIGURE OUTPUT ${folder}/sofa/${header} CONTENT
    "#error \"sofa/${header} is not covered: ${advice}; docs/from-sofa-plugins.md tells what is.\"\n" @ONLY)
endwhile()

add_library(SofaCompatibility INTERFACE)
add_library(Sofa::Compatibility ALIAS SofaCompatibility)
set_target_properties(SofaCompatibility PROPERTIES EXPORT_NAME Compatibility FORWARDING_FOLDER ${folder})
target_link_libraries(SofaCompatibility INTERFACE Sofa)
target_include_directories(SofaCompatibility INTERFACE $<BUILD_INTERFACE:${folder}>
  $<INSTALL_INTERFACE:include/Sofa/Compatibility/include>)
# Before anything else: what a source includes first may be a header of the framework, or Eigen.
target_compile_options(SofaCompatibility INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include Sofa/Compatibility/Author.h>")
install(DIRECTORY ${folder}/sofa DESTINATION include/Sofa/Compatibility/include COMPONENT dev)
install(TARGETS SofaCompatibility EXPORT SofaTargets)
