// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The first header of every source that is written for SOFA: headers of the framework that come after it have what
/// such sources expect besides. These members are functions and types only, so that objects pass between such sources
/// and the library as they are. The target Sofa::Compatibility puts this header before all others; headers below sofa/
/// include it too.
#ifdef SOFA_AUTHOR
#error \
    "Headers of the framework stand before those of SOFA: link Sofa::Compatibility, or include a header of sofa/ first."
#endif

// Mat and Quaternion include these inside of their classes.
#define SOFA_AUTHOR_MATRIX "Sofa/Compatibility/MatrixMembers.h"
#define SOFA_AUTHOR_QUATERNION "Sofa/Compatibility/QuaternionMembers.h"
#ifndef EIGEN_INITIALIZE_MATRICES_BY_ZERO
#define EIGEN_INITIALIZE_MATRICES_BY_ZERO
#endif

#define SOFA_AUTHOR(name) SOFA_AUTHOR_##name

#include "Sofa/Compatibility/BaseMembers.h"
#include "Sofa/Compatibility/FactoryMembers.h"
#include "Sofa/Compatibility/MeshMembers.h"
#include "Sofa/Compatibility/ModifierMembers.h"
#include "Sofa/Compatibility/NodeMembers.h"
#include "Sofa/Compatibility/RigidMembers.h"
#include "Sofa/Compatibility/StateMembers.h"

#define SOFA_AUTHOR_VecTypes : public ::sofa::compatibility::TypesMembers<VecTypes<N>, Vec<N>, Vec<N>>
#define SOFA_AUTHOR_Rigid2Types : public ::sofa::compatibility::RigidTypesMembers<RigidTypes<2>, RigidCoord<2>, Vec3>
#define SOFA_AUTHOR_Rigid3Types : public ::sofa::compatibility::RigidTypesMembers<RigidTypes<3>, RigidCoord<3>, Vec6>
#define SOFA_AUTHOR_Base , public ::sofa::compatibility::BaseMembers<Base>
#define SOFA_AUTHOR_BaseData , public ::sofa::compatibility::DataMembers<BaseData>
#define SOFA_AUTHOR_Data , public ::sofa::compatibility::ValueMembers<Data<T>, T>
#define SOFA_AUTHOR_Component , public ::sofa::compatibility::ComponentMembers<Component>
#define SOFA_AUTHOR_Node , public ::sofa::compatibility::NodeMembers<Node>
#define SOFA_AUTHOR_BaseState , public ::sofa::compatibility::BaseStateMembers<BaseState>
#define SOFA_AUTHOR_State , public ::sofa::compatibility::StateMembers<State<DataTypes>, DataTypes>
#define SOFA_AUTHOR_BaseMeshTopology , public ::sofa::compatibility::MeshMembers<BaseMeshTopology>
#define SOFA_AUTHOR_ObjectFactory : public ::sofa::compatibility::FactoryMembers<ObjectFactory>
#define SOFA_AUTHOR_TopologyModifier , public ::sofa::compatibility::ModifierMembers<TopologyModifier>
