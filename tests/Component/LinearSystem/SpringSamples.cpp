// SPDX-License-Identifier: Apache-2.0
#include "SampleMesh.h"
#include "SampleScenes.h"

namespace sofa::tests {

namespace {

/// Springs between listed points, on edges of a mesh or to fixed places.
std::vector<Sample> springs(const std::string& name, const std::string& types) {
  const std::string list = "spring='0 1 50 0 1.1  1 2 40 0 .8  0 3 30 0 2  3 3 5 0 1'";
  const std::string damped = "spring='0 1 50 2 1.1  1 2 40 1 .8  0 3 30 3 2'";
  const std::string damping = "damping along a spring has no derivative";
  const auto state = stateText(types, 4);
  if (name == "SpringForceField") {
    const std::string two = "<Node name='a'>" + stateText(types, 4, "name='x'") + "</Node><Node name='b'>" +
                            stateText(types, 5, "name='y' translation='.1 .3 .2'") + "</Node>";
    return {{state + element(name, types, list)},
            {state + element(name, types, damped), damping, damping},
            {two + element(name, types, list + " object1='@a/x' object2='@b/y'")}};
  }
  // Springs of the grid are in products and not in matrices: see its own test.
  if (name == "RegularGridSpringForceField")
    return {{state + element(name, types, list + " stiffness='0' damping='0'")}};
  if (name == "MeshSpringForceField")
    return {{"<MeshTopology edges='0 1 1 2 2 3 3 0'/>" + state + element(name, types, "stiffness='30' damping='0'")}};
  if (name == "RestShapeSpringsForceField")
    return {{state + element(name, types, "points='2 0' stiffness='30' angularStiffness='7'"),
             types == "Rigid3d" ? "the tangent of a rotation spring counts as constant" : ""}};
  if (name == "PointSpringForceField")
    return {{state + element(name, types,
                             "points='0 2' weights='.3 .6' localPoint='.1 .2 .3' target='9 8 7' stiffness='30' "
                             "damping='2.5' restLength='.5'"),
             types.starts_with("Rigid") ? "the turning force is symmetrised, and its unstable part left out" : ""}};
  return {};
}

/// Springs that only need a pair of places.
std::vector<Sample> relativeSprings(const std::string& name, const std::string& types) {
  const std::string turns = "the rotation of the first body counts as constant", none = "torques have no potential",
                    damping = "the damping of joints has no derivative";
  const std::string two = twoStates(types, types), ends = " object1='@a/x' object2='@b/y'", state = stateText(types, 4);
  if (name == "RepulsiveSpringForceField") {
    const std::string list = "spring='0 1 50 0 3.1  1 2 40 0 2.8  0 3 30 0 .2'";
    return {{state + element(name, types, list)}};
  }
  if (name == "VectorSpringForceField")
    return {{two + element(name, types, "stiffness='30' viscosity='2' springs='20 3 .1 .2 .3'" + ends), "", damping},
            {"<MeshTopology edges='0 1 1 2'/>" + state +
                 element(name, types, "stiffness='30' viscosity='0' useTopology='1'"),
             "", "", moveALittle}};
  const std::string cubic = "polynomialStiffness='30 7 2' polynomialDegree='3' computeZeroLength='0' ";
  if (name == "PolynomialSpringsForceField")
    return {{two + element(name, types,
                           cubic + "firstObjectPoints='0 1 2 3' secondObjectPoints='0 1 2 3' zeroLength='.05'" + ends)},
            {two + element(name, types,
                           cubic +
                               "firstObjectPoints='0 1 2 3' secondObjectPoints='0 1 2 3' zeroLength='4' "
                               "compressible='1'" +
                               ends),
             "compressed springs have the tangent of stretched ones"}};
  if (name == "PolynomialRestShapeSpringsForceField")
    return {{.body = state + element(name, types, "points='0 2' polynomialStiffness='30 7' polynomialDegree='2'"),
             .inexactTangent = "it has no terms between coordinates",
             .noPotential = "it is not known"}};
  if (name == "AngularSpringForceField")
    return {{.body = state + element(name, types, "indices='0 1 3' angularStiffness='3 5 7'"),
             .inexactTangent = turns,
             .noPotential = none}};
  if (name == "JointSpringForceField")
    return {{.body = state + element(name, types,
                                     "spring='BEGIN_SPRING 0 1 FREE_AXIS 1 0 0 0 0 1 KS_T 3 20 KS_R 2 15 KD 1 "
                                     "END_SPRING BEGIN_SPRING 1 3 R_LIM_X -.1 .1 END_SPRING'"),
             .inexactTangent = turns,
             .inexactDamping = damping,
             .noPotential = none}};
  if (name == "GearSpringForceField")
    return {
        {.body = state + element(name, types,
                                 "spring='BEGIN_SPRING 0 1 2 3 AXIS 0 2 KS_T 12 KS_R 5 9 KD .3 RATIO 2 END_SPRING'"),
         .inexactTangent = turns,
         .inexactDamping = damping,
         .noPotential = none}};
  if (name == "FrameSpringForceField")
    return {{.body = state + element(name, types,
                                     "spring='BEGIN_SPRING 0 1 KS_T 12 KS_R 5 KD .3 VEC1 .5 .1 0 VEC2 -.4 0 .2 "
                                     "END_SPRING'"),
             .inexactTangent = "it is that of springs without arms",
             .inexactDamping = damping,
             .noPotential = "the torques are no gradient",
             .incompleteMatrix = "products leave the factors away"}};
  return {};
}

/// Springs whose ends follow from a surface.
std::vector<Sample> surfaceSprings(const std::string& name, const std::string& types) {
  const auto sheet = mesh("Triangle", "Vec3d");
  const std::string quads = "<MeshTopology quads='0 1 2 3 1 4 5 2'/>", state = stateText(types, 6),
                    stiffness = "stiffness='30' damping='0'", damping = "damping along a spring has no derivative";
  // At rest where they are initialised: the sample is moved afterwards.
  const auto move = moveALittle;
  if (name == "TriangularBendingSprings")
    return {{sheet.topology + sheet.state + element(name, types, stiffness)},
            {sheet.topology + sheet.state + element(name, types, "stiffness='30' damping='2'"), "", damping}};
  const std::string membrane = "youngModulus='80' ";
  if (name == "TriangularQuadraticSpringsForceField")
    return {{sheet.topology + sheet.state + element(name, types, membrane),
             "lengths at rest stand for the current ones along the edges"}};
  if (name == "TriangularBiquadraticSpringsForceField")
    return {{sheet.topology + sheet.state + element(name, types, membrane + "compressible='0'")},
            {sheet.topology + sheet.state +
                 element(name, types, membrane + "initialPoints='0 0 0 1.3 .1 0 .1 1.4 0 1.5 1.2 0'"),
             "the push of triangles that lost area has another tangent"}};
  if (name == "QuadularBendingSprings") return {{quads + state + element(name, types, stiffness)}};
  if (name == "FastTriangularBendingSprings")
    return {{.body = sheet.topology + sheet.state + element(name, types, "bendingStiffness='3'"),
             .incompleteMatrix = "the second point of each edge is left out"}};
  if (name == "TriangleBendingSprings")
    return {{"<MeshTopology triangles='0 1 2 1 3 2'/>" + state + element(name, types, stiffness), "", "", move}};
  if (name == "QuadBendingSprings") return {{quads + state + element(name, types, stiffness), "", "", move}};
  return {};
}

}  // namespace

std::vector<Sample> springSamples(const std::string& name, const std::string& dataTypes) {
  for (const auto family : {springs, relativeSprings, surfaceSprings})
    if (auto known = family(name, dataTypes); !known.empty()) return known;
  return {};
}

}  // namespace sofa::tests
