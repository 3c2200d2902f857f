// SPDX-License-Identifier: Apache-2.0
// Every mapping: J is the derivative of apply, J^T the transpose of J, and the geometric stiffness the derivative of
// J^T f.
#include "Component/SceneText.h"
#include "Sofa/Testing/MappingCheck.h"

using namespace sofa;
using namespace sofa::type;

namespace {

/// The mapping of a scene of its own.
template <class In, class Out>
class Checks : tests::Scene, public test::MappingCheck<In, Out> {
 public:
  explicit Checks(const std::string& content)
      : tests::Scene(content), test::MappingCheck<In, Out>(first<core::Mapping<In, Out>>()) {}
};

template <class In, class Out>
void checkJacobian(const std::string& content) {
  Checks<In, Out> checks(content);
  checks.derivative();
  checks.transpose();
}

const std::string fourPoints =
    "<MechanicalObject template='Vec3' position='.1 .2 -.1  1.3 .3 .4  .2 1.1 .6  .3 .1 1.4'/>";
const std::string twoBodies =
    "<MechanicalObject template='Rigid3' position='.1 .2 -.1 .1 .2 .3 .9273618495495703  1.3 .7 .4 -.2 .1 .05 "
    ".9733961166965893'/>";
const std::string twoBodiesInThePlane = "<MechanicalObject template='Rigid2' position='.1 .2 .4  1.3 .7 -.9'/>";

std::string derivedChild(const std::string& content) { return "<Node name='child'>" + content + "</Node>"; }
std::string derivedPoints(const std::string& positions) {
  return "<MechanicalObject template='Vec3' position='" + positions + "'/>";
}

}  // namespace

TEST(IdentityMapping, JacobianOfEveryPairOfTypes) {
  const std::string vec6 = "<MechanicalObject template='Vec6' position='1 2 3 4 5 6  6 5 4 3 2 1'/>";
  checkJacobian<Vec3Types, Vec3Types>(fourPoints +
                                      derivedChild("<MechanicalObject template='Vec3'/><IdentityMapping/>"));
  checkJacobian<Vec6Types, Vec3Types>(vec6 + derivedChild("<MechanicalObject template='Vec3'/><IdentityMapping/>"));
  checkJacobian<Vec6Types, Vec6Types>(vec6 + derivedChild("<MechanicalObject template='Vec6'/><IdentityMapping/>"));
  checkJacobian<Rigid3Types, Rigid3Types>(twoBodies +
                                          derivedChild("<MechanicalObject template='Rigid3'/><IdentityMapping/>"));
  checkJacobian<Rigid3Types, Vec3Types>(twoBodies +
                                        derivedChild("<MechanicalObject template='Vec3'/><IdentityMapping/>"));
  checkJacobian<Rigid2Types, Rigid2Types>(twoBodiesInThePlane +
                                          derivedChild("<MechanicalObject template='Rigid2'/><IdentityMapping/>"));
  checkJacobian<Rigid2Types, Vec2Types>(twoBodiesInThePlane +
                                        derivedChild("<MechanicalObject template='Vec2'/><IdentityMapping/>"));
  checkJacobian<Vec2Types, Vec2Types>("<MechanicalObject template='Vec2' position='1 2 3 4'/>" +
                                      derivedChild("<MechanicalObject template='Vec2'/><IdentityMapping/>"));
  checkJacobian<Vec1Types, Vec1Types>("<MechanicalObject template='Vec1' position='1 2'/>" +
                                      derivedChild("<MechanicalObject template='Vec1'/><IdentityMapping/>"));
}

TEST(SubsetMapping, Jacobian) {
  const std::string subset = "<SubsetMapping indices='3 0 3' handleTopologyChange='0'/>";
  checkJacobian<Vec3Types, Vec3Types>(fourPoints + derivedChild(derivedPoints("0 0 0") + subset));
  checkJacobian<Rigid3Types, Rigid3Types>(
      twoBodies +
      derivedChild("<MechanicalObject template='Rigid3'/><SubsetMapping indices='1 0 1' handleTopologyChange='0'/>"));
}

TEST(RigidMapping, Jacobian) {
  checkJacobian<Rigid3Types, Vec3Types>(twoBodies + derivedChild(derivedPoints(".5 .1 0  0 .6 .2  -.3 0 .4") +
                                                                 "<RigidMapping rigidIndexPerPoint='1 0 1'/>"));
  checkJacobian<Rigid3Types, Rigid3Types>(
      twoBodies +
      derivedChild("<MechanicalObject template='Rigid3' position='.5 .1 0 0 .6 0 .8'/><RigidMapping index='1'/>"));
  checkJacobian<Rigid2Types, Vec2Types>(
      twoBodiesInThePlane +
      derivedChild(
          "<MechanicalObject template='Vec2' position='.5 .1 0 .6'/><RigidMapping rigidIndexPerPoint='1 0'/>"));
}

TEST(RigidMapping, ExactGeometricStiffnessIsTheDerivativeOfTheTorque) {
  Checks<Rigid3Types, Vec3Types>(twoBodies +
                                 derivedChild(derivedPoints(".5 .1 0  0 .6 .2  -.3 0 .4") +
                                              "<RigidMapping rigidIndexPerPoint='1 0 1' geometricStiffness='Exact'/>"))
      .geometricStiffness();
}

TEST(BarycentricMapping, JacobianInEveryKindOfElement) {
  const std::string located = derivedChild(derivedPoints(".35 .4 .3  3 .5 .2") + "<BarycentricMapping/>");
  checkJacobian<Vec3Types, Vec3Types>("<MeshTopology tetrahedra='0 1 2 3'/>" + fourPoints + located);
  checkJacobian<Vec3Types, Vec3Types>("<MeshTopology triangles='0 1 2  1 2 3'/>" + fourPoints + located);
  checkJacobian<Vec3Types, Vec3Types>("<MeshTopology quads='0 1 2 3'/>" + fourPoints + located);
  checkJacobian<Vec3Types, Vec3Types>("<MeshTopology edges='0 1  1 2'/>" + fourPoints + located);
  checkJacobian<Vec3Types, Vec3Types>(
      "<RegularGridTopology n='3 2 2' min='0 0 0' max='2 1 1'/><MechanicalObject template='Vec3'/>" + located);
  checkJacobian<Vec3Types, Vec3Types>("<TetrahedronSetTopologyContainer tetrahedra='0 1 2 3'/>" + fourPoints + located);
  checkJacobian<Vec3Types, Vec3Types>("<TriangleSetTopologyContainer triangles='0 1 2  1 2 3'/>" + fourPoints +
                                      located);
}

TEST(BarycentricMapping, RigidOutputsHaveATransposedJacobian) {
  const std::string body =
      "<MechanicalObject template='Rigid3' position='.35 .4 .3 .1 .2 .3 .9273618495495703'/><BarycentricMapping "
      "template='Vec3,Rigid3'/>";
  Checks<Vec3Types, Rigid3Types>("<MeshTopology tetrahedra='0 1 2 3'/>" + fourPoints + derivedChild(body)).transpose();
  Checks<Vec3Types, Rigid3Types>("<TetrahedronSetTopologyContainer tetrahedra='0 1 2 3'/>" + fourPoints +
                                 derivedChild(body))
      .transpose();
}

namespace {

const std::string edgesOfFour = "<MeshTopology name='mesh' edges='0 1  1 2  3 0'/>";

std::string lengths(const std::string& attributes) {
  return derivedChild("<MechanicalObject template='Vec1'/><DistanceMapping topology='@../mesh' " + attributes + "/>");
}

std::string derivedTargets(const std::string& attributes) {
  return derivedChild("<MechanicalObject template='Vec1'/><DistanceFromTargetMapping " + attributes + "/>");
}

const std::string twoTargets = "indices='2 0' targetPositions='.1 .1 .1  .9 .8 1' ";

}  // namespace

TEST(DistanceMapping, Jacobian) {
  checkJacobian<Vec3Types, Vec1Types>(edgesOfFour + fourPoints + lengths(""));
  checkJacobian<Rigid3Types, Vec1Types>("<MeshTopology name='mesh' edges='1 0'/>" + twoBodies + lengths(""));
}

TEST(DistanceMapping, ExactGeometricStiffnessIsTheDerivativeOfTheForces) {
  Checks<Vec3Types, Vec1Types>(edgesOfFour + fourPoints + lengths("geometricStiffness='Exact'")).geometricStiffness();
}

TEST(DistanceFromTargetMapping, Jacobian) {
  checkJacobian<Vec3Types, Vec1Types>(fourPoints + derivedTargets(twoTargets));
  checkJacobian<Vec1Types, Vec1Types>("<MechanicalObject template='Vec1' position='1 2'/>" +
                                      derivedTargets("indices='1 0' targetPositions='5 .5'"));
  checkJacobian<Rigid3Types, Vec1Types>(twoBodies + derivedTargets("indices='1' targetPositions='.1 .1 .1 0 0 0 1'"));
}

TEST(DistanceFromTargetMapping, ExactGeometricStiffnessIsTheDerivativeOfTheForces) {
  Checks<Vec3Types, Vec1Types>(
      "<MechanicalObject template='Vec3' position='.1 .2 -.1  .2 1.1 .6'/>" +
      derivedTargets("indices='1 0' targetPositions='.1 .1 .1  .9 .8 1' geometricStiffness='Exact'"))
      .geometricStiffness();
}
