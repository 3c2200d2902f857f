# Headers of SOFA and the headers that take their place, of this folder where no other is named. Each is written below
# compatibility/ in the build folder, as a file of one #include, and installed with the framework; the target
# Sofa::Compatibility puts them on the include path, so that code written for SOFA finds what it includes under the names
# it uses.
set(SOFA_FORWARDING_HEADERS
  Config      "config.h core/config.h helper/config.h type/config.h defaulttype/config.h simulation/config.h"
  Types       "defaulttype/VecTypes.h defaulttype/RigidTypes.h type/Vec.h type/Mat.h type/vector.h type/vector_T.h type/Quat.h
               type/fixed_array.h type/vector_algebra.h type/trait/is_vector.h core/fwd.h Index.h
               type/SVector.h"
  Visual      "type/RGBAColor.h core/visual/VisualParams.h core/visual/DisplayFlags.h helper/visual/DrawTool.h"
  Params      "core/ExecParams.h core/MechanicalParams.h core/ConstraintParams.h"
  State       "core/State.h core/VecId.h core/MultiVecId.h core/behavior/MechanicalState.h core/behavior/BaseMechanicalState.h"
  Data        "core/objectmodel/Data.h core/objectmodel/Link.h core/objectmodel/SingleLink.h core/objectmodel/Base.h
               core/objectmodel/BaseData.h core/objectmodel/ComponentState.h helper/accessor.h helper/accessor/ReadAccessor.h
               helper/accessor/WriteAccessor.h helper/accessor/WriteOnlyAccessor.h"
  Context     "core/objectmodel/BaseContext.h core/objectmodel/BaseNode.h"
  Topology    "core/topology/BaseMeshTopology.h core/topology/Topology.h topology/Edge.h topology/Triangle.h topology/Quad.h
               topology/Tetrahedron.h topology/Hexahedron.h"
  Events      "core/objectmodel/Event.h core/objectmodel/KeypressedEvent.h core/objectmodel/KeyreleasedEvent.h
               simulation/AnimateBeginEvent.h simulation/AnimateEndEvent.h simulation/CollisionBeginEvent.h
               simulation/CollisionEndEvent.h"
  Registration "core/ObjectFactory.h"
  Object      "core/objectmodel/BaseObject.h core/objectmodel/BaseComponent.h helper/logging/Messaging.h
               helper/logging/Message.h"
  DataEngine  "core/DataEngine.h"
  Timer       "helper/AdvancedTimer.h helper/ScopedAdvancedTimer.h"
  Plugin      "helper/system/PluginManager.h core/Plugin.h"
  BaseMatrix  "core/behavior/MultiMatrixAccessor.h linearalgebra/BaseMatrix.h linearalgebra/BaseVector.h"
  ForceField  "core/behavior/ForceField.h core/behavior/ForceField.inl core/behavior/BaseForceField.h
               core/behavior/PairInteractionForceField.h core/behavior/PairInteractionForceField.inl
               core/behavior/BaseLocalForceFieldMatrix.h core/behavior/BaseLocalMassMatrix.h"
  Mass        "core/behavior/Mass.h core/behavior/Mass.inl core/behavior/BaseMass.h"
  ProjectiveConstraintSet "core/behavior/ProjectiveConstraintSet.h core/behavior/ProjectiveConstraintSet.inl
               core/behavior/BaseProjectiveConstraintSet.h"
  Mapping     "core/Mapping.h core/Mapping.inl core/BaseMapping.h"
  Multi2Mapping "core/Multi2Mapping.h core/Multi2Mapping.inl"
  MatrixDeriv "linearalgebra/CompressedRowSparseMatrixConstraint.h"
  Controller  "component/controller/Controller.h"
  OptionsGroup "helper/OptionsGroup.h"
  DataFileName "core/objectmodel/DataFileName.h helper/system/FileRepository.h"
  TopologyData "core/topology/TopologyData.h core/topology/TopologyData.inl core/topology/TopologySubsetIndices.h
               core/topology/TopologySubsetIndices.inl"
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
  Component/SceneUtility/SofaSimulation
               "simulation/Node.h simulation/Simulation.h simulation/graph/DAGNode.h simulation/graph/DAGSimulation.h
               simulation/fwd.h"
  FullVector  "linearalgebra/FullVector.h"
  SolidTypes  "defaulttype/SolidTypes.h"
  RealFunctions "helper/rmath.h")

set(folder ${CMAKE_CURRENT_BINARY_DIR}/compatibility)
while(SOFA_FORWARDING_HEADERS)
  list(POP_FRONT SOFA_FORWARDING_HEADERS target headers)
  separate_arguments(headers UNIX_COMMAND "${headers}")
  if(NOT target MATCHES "/")
    string(PREPEND target "Compatibility/")
  endif()
  foreach(header IN LISTS headers)
    file(CONFIGURE OUTPUT ${folder}/sofa/${header} CONTENT "#pragma once\n#include <Sofa/${target}.h>\n" @ONLY)
  endforeach()
endwhile()

add_library(SofaCompatibility INTERFACE)
add_library(Sofa::Compatibility ALIAS SofaCompatibility)
set_target_properties(SofaCompatibility PROPERTIES EXPORT_NAME Compatibility FORWARDING_FOLDER ${folder})
target_link_libraries(SofaCompatibility INTERFACE Sofa)
target_include_directories(SofaCompatibility INTERFACE $<BUILD_INTERFACE:${folder}>
  $<INSTALL_INTERFACE:include/Sofa/Compatibility/include>)
target_compile_definitions(SofaCompatibility INTERFACE EIGEN_MATRIX_PLUGIN="Sofa/Compatibility/MatrixMembers.h")
install(DIRECTORY ${folder}/sofa DESTINATION include/Sofa/Compatibility/include COMPONENT dev)
install(TARGETS SofaCompatibility EXPORT SofaTargets)
