// SPDX-License-Identifier: Apache-2.0
// Scenes in which what was linked to a removed object is initialised again: that must start from what the scene gives.
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "RemovedObject.h"
#include "Sofa/Core/Contract/Mass.h"
#include "SolidScenes.h"

namespace sofa::test {
namespace {

struct Case {
  const char* name;
  std::string body;
};

const std::string body = "<MechanicalObject name='dofs' position='0 0 0  1 0.1 0  0.2 1 0.3  0.1 0.2 1'/>";
const std::string unitMass = "<UniformMass vertexMass='0.7'/>";
const std::string hold = "<RestShapeSpringsForceField points='0 2' stiffness='30'/>";
const std::string meshSprings =
    "<SpringForceField spring='0 1 60 0.5 1.1  1 2 45 0.8 0.9  2 3 70 0.1 1.5  3 0 30 0.6 1'/>";

const std::vector<Case> cases = {
    {"forceThatFollowsTheState",
     "<EulerExplicitSolver/>" + body + unitMass + "<ConstantForceField indices='0 1 2 3' forces='@dofs.velocity'/>"},
    {"movedTopology", implicitSolver +
                          "<MeshTopology name='mesh' position='0 0 0  1 0 0  0 1 0' lines='0 1 1 2'/><MechanicalObject "
                          "translation='3 0 0' scale3d='2 1 1' velocity='0 1 0'/>" +
                          unitMass + hold},
    {"restBesideATopology", implicitSolver +
                                "<MeshTopology position='0 0 0  1 0 0  0 1 0' lines='0 1 1 2'/><MechanicalObject "
                                "rest_position='0.3 0 0.5  1.4 0.6 -0.7  -0.8 1 0.2'/>" +
                                unitMass + hold},
    {"pointsOutside",
     implicitSolver + "<MeshTopology lines='0 1 1 2 2 3'/>" + body + unitMass +
         "<Node name='child'><MechanicalObject name='mapped' position='0.5 0.3 0.1  0.7 0.8 0.5  -2 0 0' "
         "rest_position='0.1 0.2 0.9  0.4 0.9 0.3  0 0 0'/><RestShapeSpringsForceField "
         "stiffness='15'/><BarycentricMapping/></Node>"},
    {"pointsOfARigidBody",
     implicitSolver +
         "<MechanicalObject template='Rigid3' position='0 0.5 0 0 0 0.6 0.8'/><UniformMass totalMass='2'/><Node "
         "name='child'><MechanicalObject position='1 0 0  0 1 0' rest_position='1 0 0  0 1 0'/><RigidMapping/>"
         "<RestShapeSpringsForceField stiffness='20'/></Node>"},
    {"distances",
     implicitSolver + body + unitMass + hold +
         "<Node name='child'><EdgeSetTopologyContainer name='edges' edges='0 1  1 2  2 3'/><MechanicalObject "
         "template='Vec1' rest_position='-0.1 0.1 0.2'/><DistanceMapping topology='@edges'/>"
         "<RestShapeSpringsForceField template='Vec1' stiffness='75'/></Node>"},
    {"massBelow", implicitSolver + body + hold + "<Node name='child'><MechanicalObject/><IdentityMapping/>" + unitMass +
                      meshSprings + "</Node>"},
    {"centreOfMass",
     "<EulerExplicitSolver/><MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1  1 0.1 0 0 0 0 "
     "1' velocity='0.1 0 0 0 0 0  0 0.2 0 0 0 0'/><UniformMass vertexMass='0.7 1 0.3 0 0 0 0.2 0 0 0 "
     "0.4'/><Node name='child'><MechanicalObject/><ConstantForceField forces='1 0.5 -0.3'/>"
     "<CenterOfMassMapping/></Node>"},
    {"massesOfHexahedra", implicitSolver + gridText(2, 2, 3) +
                              "<MechanicalObject/><HexahedronFEMForceFieldAndMass youngModulus='900' "
                              "poissonRatio='0.3' density='1.7'/><FixedProjectiveConstraint indices='0 1 2 3'/>"},
    {"firstJacobians",
     "<EulerImplicitSolver/><SparseLDLSolver template='CompressedRowSparseMatrixd'/><MechanicalObject "
     "template='Rigid3d' position='0.2 -0.1 0.3 0.1 0.2 -0.15 0.9630680142' velocity='0 0 0 5 4 3'/><UniformMass/>"
     "<Node name='a'><MechanicalObject name='dofs' position='0.5 0 0.1  -0.2 0.6 0'/><RigidMapping "
     "geometricStiffness='None'/><RestShapeSpringsForceField points='1' stiffness='120'/></Node>"
     "<MatrixProjectionMethod template='CompressedRowSparseMatrixd' areJacobiansConstant='true' "
     "mechanicalStates='@a/dofs @a/dofs'/>"},
    {"oneOfTwoSystems",
     "<EulerImplicitSolver/><MatrixLinearSystem template='CompressedRowSparseMatrixMat3x3' "
     "name='a'/><MatrixLinearSystem "
     "template='CompressedRowSparseMatrixMat3x3' name='b' assembleStiffness='0'/><CompositeLinearSystem "
     "template='CompressedRowSparseMatrixMat3x3' name='both' linearSystems='@a @b' "
     "solverLinearSystem='@b'/><CGLinearSolver template='CompressedRowSparseMatrixMat3x3' iterations='100' "
     "tolerance='1e-12' threshold='1e-12' linearSystem='@both'/>" +
         body + unitMass + meshSprings + hold},
};

std::string nameOf(const testing::TestParamInfo<Case>& info) { return info.param.name; }

bool holdsMass(core::Base& object) {
  auto* node = dynamic_cast<core::Node*>(&object);
  return node ? node->down<core::BaseMass>() != nullptr : dynamic_cast<core::BaseMass*>(&object) != nullptr;
}

class RemovalCases : public testing::TestWithParam<Case> {
 protected:
  std::shared_ptr<simulation::Node> open() const {
    auto root = start(sceneAround(GetParam().body));
    steps(*root, 2);
    return root;
  }
  tests::CapturedMessages m_said;
};

TEST_P(RemovalCases, theRestStaysFinite) {
  const std::size_t count = removableObjects(*open()).size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto root = open();
    const auto object = removableObjects(*root)[i];
    const bool isFree = holdsMass(*object);
    const RemovedObject removed(*root, object);
    steps(*root, 3);
    simulation::reset(*root);
    steps(*root, 2);
    EXPECT_TRUE(isFree || !simulation::firstNonFiniteState(*root)) << object->path();
  }
}

TEST_P(RemovalCases, whatComesBackLeavesNoTrace) {
  const auto again = [](simulation::Node& root) {
    simulation::reset(root);
    steps(root, 3);
    return bits(root);
  };
  const auto expected = again(*open());
  const std::size_t count = removableObjects(*open()).size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto root = open();
    RemovedObject removed(*root, removableObjects(*root)[i]);
    steps(*root, 1);
    removed.putBack();
    steps(*root, 1);
    EXPECT_EQ(again(*root), expected) << removableObjects(*root)[i]->path();
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, RemovalCases, testing::ValuesIn(cases), nameOf);

}  // namespace
}  // namespace sofa::test
