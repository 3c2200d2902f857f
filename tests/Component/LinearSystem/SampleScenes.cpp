// SPDX-License-Identifier: Apache-2.0
#include "SampleScenes.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <random>

#include "SampleMesh.h"
#include "Sofa/Component/Collision/PenalityContactForceField.h"
#include "Sofa/Type/Rigid.h"

namespace sofa::tests {

namespace {

/// Elements without rotations.
std::vector<Sample> plainElements(const std::string& name, const std::string& templateName) {
  const auto solid = mesh("Tetrahedron", "Vec3d"), plate = mesh("Quad", "Vec3d");
  if (name == "TetrahedralTensorMassForceField")
    return {{solid.topology + solid.state + element(name, templateName, "youngModulus='800' poissonRatio='.3'")}};
  if (name == "QuadBendingFEMForceField")
    return {{.body = plate.topology + plate.state + element(name, templateName, "youngModulus='800' thickness='.2'"),
             .inexactTangent = "the sizes of the elements count as constant",
             .incompleteMatrix = "rayleighStiffness does not act in products"}};
  const auto points = mesh("Tetrahedron", templateName);
  const auto sample = [&](const std::string& attributes) {
    return Sample{solid.topology + solid.state + "<Node name='values'>" + points.state +
                  element(name, templateName, "geometryState='@../points' " + attributes) + "</Node>"};
  };
  return {sample("constantDiffusionCoefficient='3'"),
          sample("tetraDiffusionCoefficient='3 5' anisotropyRatio='4' transverseAnisotropyArray='1 0 0 .3 .5 .2'")};
}

/// Hexahedra with matrices of their own, and with mass.
std::vector<Sample> hexahedraWithMass(const std::string& name) {
  const std::string turns = "the rotation of the elements counts as constant",
                    matrix = "blocks of the matrix are turned by the inverse rotations, and masses left out of it";
  auto m = mesh("Hexahedron", "Vec3d");
  std::function<void(simulation::Node&)> prepare;
  const bool backwards = name.starts_with("Hexahedral"),
             condensed = name.starts_with("NonUniform") || name.starts_with("HexahedronComposite");
  if (condensed) {
    m.topology =
        "<SparseGridTopology name='mesh' n='2 2 2' min='0 0 0' max='1 1 1' nbVirtualFinerLevels='1' position='.1 .1 .1 "
        ".9 "
        ".1 .1 .1 .9 .1 .1 .1 .9' triangles='0 2 1 0 1 3 1 2 3 2 0 3'/>";
    m.state = "<MechanicalObject name='points'/>";
    prepare = moveALittle;
  }
  std::vector<Sample> samples;
  for (const char* method : {"large", "polar"})
    samples.push_back({.body = m.topology + m.state +
                               element(name, "Vec3d",
                                       std::string("method='") + method + "' youngModulus='800' poissonRatio='.3'" +
                                           (condensed ? " nbVirtualFinerLevels='1'" : "")),
                       .inexactTangent = turns,
                       .prepare = prepare,
                       .incompleteMatrix = backwards ? matrix : ""});
  return samples;
}

/// Little deformed, where the energy of the strains is nearly a potential of the forces.
std::vector<Sample> triangles(const std::string& name, const std::string& types) {
  const auto m = mesh("Triangle", types, .004);
  const std::string body = m.topology + m.state, moduli = "youngModulus='800' poissonRatio='.3' ",
                    turns = "frame and gradients of the elements count as constant";
  const auto sample = [&](const std::string& attributes) {
    return Sample{.body = body + element(name, types, moduli + attributes), .inexactTangent = turns};
  };
  if (name == "TriangularTensorMassForceField") return {{body + element(name, types, moduli)}};
  std::vector<Sample> samples{sample("")};
  if (name == "TriangleFEMForceField") {
    samples.push_back(sample("thickness='.1' planeStrain='1'"));
    samples.push_back(sample("method='small'"));
  }
  if (name == "TriangularFEMForceField") {
    samples.push_back(sample("method='small'"));
    samples.back().incompleteMatrix = "method='small' leaves it out";
  }
  if (name == "TriangularFEMForceFieldOptim") samples.push_back(sample("restScale='1.01'"));
  return samples;
}

/// Solids of any element, and loads on their surfaces.
std::vector<Sample> solids(const std::string& name, const std::string& templateName) {
  const std::string types = before(templateName, ','), shape = after(templateName, ',');
  const auto m = mesh(shape, types);
  const auto sample = [&](const std::string& attributes) {
    return Sample{.body = m.topology + m.state + element(name, templateName, attributes),
                  .prepare = isQuadratic(shape) ? moveALittle : nullptr};
  };
  if (name == "SolidBodyForceField") return {sample("force='1 2 3'")};
  if (name == "SolidSurfaceForceField") {
    std::string all;
    for (int i = 0; i < 40; ++i) all += fmt::format("{} ", i);
    const bool plane = types == "Vec2d";
    std::vector<Sample> samples = {
        sample(fmt::format("indices='{}' pressure='30' thickness='.1' traction='1 2 {}'", all, plane ? "" : "3"))};
    samples.back().noPotential = "a pressure does work on a surface that may be open";
    if (!shape.starts_with("Hexa") && !shape.starts_with("Quad")) return samples;
    samples.push_back(samples.back());
    samples.back().body = m.topology + m.state +
                          fmt::format("<BoxROI name='left' template='{}' box='-.5 -.5 -.5 .45 9 9'/>", types) +
                          element(name, templateName, "indices='@left.indices' pressure='30'");
    return samples;
  }
  std::vector<Sample> samples = {
      sample("materialName='Hooke' youngModulus='800' poissonRatio='.3'"),
      sample("materialName='StVenantKirchhoff' youngModulus='800' poissonRatio='.3'"),
      sample("materialName='NeoHookean' youngModulus='800' poissonRatio='.45' volumeAverage='constant'")};
  if (shape != "Triangle" && shape != "Tetrahedron")
    samples.push_back(sample("youngModulus='800' poissonRatio='.45' volumeAverage='linear'"));
  if (types == "Vec2d") {
    samples.push_back(sample("materialName='NeoHookean' youngModulus='800' poissonRatio='.3' plane='stress'"));
    samples.push_back(sample("youngModulus='800' poissonRatio='.3' plane='stress' thickness='.1'"));
  } else {
    samples.push_back(
        sample("materialName='Guccione' ParameterSet='80 8 2 4 400 20' fibers='1 .2 .3' sheets='0 1 .1' "
               "volumeAverage='constant'"));
  }
  return samples;
}

std::vector<Sample> finiteElements(const std::string& name, const std::string& templateName) {
  if (name.starts_with("Triang")) return triangles(name, templateName);
  const std::string turns = "the rotation of the elements counts as constant";
  if (name == "CorotationalFEMForceField" || name == "LinearSmallStrainFEMForceField") {
    const auto m = mesh(after(templateName, ','), before(templateName, ','));
    const std::string body = m.topology + m.state + element(name, templateName, "youngModulus='800' poissonRatio='.3'");
    return {{body, name == "CorotationalFEMForceField" ? turns : ""}};
  }
  if (name.ends_with("TensorMassForceField") || name.find("Diffusion") != std::string::npos || name.starts_with("Quad"))
    return plainElements(name, templateName);
  if (name.starts_with("Hexahedral") || name.ends_with("AndMass")) return hexahedraWithMass(name);
  std::vector<std::string> methods;
  std::string shape = "Tetrahedron";
  if (name == "TetrahedronFEMForceField") methods = {"small", "large", "polar", "svd"};
  if (name == "HexahedronFEMForceField") methods = {"small", "large", "polar"}, shape = "Hexahedron";
  if (name == "TetrahedralCorotationalFEMForceField") methods = {"small", "large", "polar"};
  if (name == "FastTetrahedralCorotationalForceField") methods = {"qr", "polar"};
  std::vector<Sample> samples;
  auto m = mesh(shape, "Vec3d");
  if (name == "FastTetrahedralCorotationalForceField" || name == "TetrahedralCorotationalFEMForceField")
    m.topology =
        "<TetrahedronSetTopologyContainer name='mesh' position='0 0 0 1 .1 0 .1 1.1 .1 .1 .2 .9 1.1 1 1.2' "
        "tetrahedra='0 1 2 3 1 4 2 3'/>";
  for (const auto& method : methods)
    samples.push_back({m.topology + m.state +
                           element(name, templateName, "method='" + method + "' youngModulus='800' poissonRatio='.3'"),
                       method == "small" ? "" : turns});
  if (name == "BeamFEMForceField")
    samples.push_back({"<MeshTopology edges='0 1 1 2'/>" + stateText("Rigid3d", 3) +
                           "<BeamFEMForceField youngModulus='900' poissonRatio='.3' radius='.1'/>",
                       turns});
  return samples;
}

/// Elements known by their energy: no approximation in their tangents.
std::vector<Sample> energies(const std::string& name) {
  const auto sheet = mesh("Triangle", "Vec3d"), solid = mesh("Tetrahedron", "Vec3d");
  const std::string limit = "strainLimit='.02' strainLimitStiffness='500'";
  if (name.ends_with("ShellForceField")) {
    const std::string shell = element(name, "Rigid3d", "youngModulus='900' poissonRatio='.3' thickness='.1'"),
                      corners = name.starts_with("Quad")
                                    ? quadShell()
                                    : "<MeshTopology triangles='0 1 2 2 1 3'/>" + stateText("Rigid3d", 4);
    return {{.body = corners + shell,
             .inexactTangent = "it is symmetric, while the derivative has half of the moments of the frames besides"}};
  }
  if (name == "QuadraticBendingForceField")
    return {{sheet.topology + sheet.state + element(name, "Vec3d", "stiffness='3'")}};
  if (name == "NeoHookeanMembraneForceField")
    return {{sheet.topology + sheet.state + element(name, "Vec3d", "youngModulus='80' thickness='.1'")},
            {sheet.topology + sheet.state + element(name, "Vec3d", "youngModulus='80' thickness='.1' " + limit)}};
  if (name == "StableNeoHookeanForceField")
    return {{solid.topology + solid.state + element(name, "Vec3d", "youngModulus='80'")},
            {solid.topology + solid.state + element(name, "Vec3d", "youngModulus='80' " + limit)}};
  if (name.find("Hyperelasticity") == std::string::npos && !name.starts_with("StandardTetra")) return {};
  const auto m = mesh(name.starts_with("Hexa") ? "Hexahedron" : "Tetrahedron", "Vec3d");
  std::vector<Sample> samples;
  for (const char* material :
       {"materialName='NeoHookean' ParameterSet='150 400'", "materialName='StVenantKirchhoff' ParameterSet='150 400'",
        "materialName='MooneyRivlin' ParameterSet='60 40 400'"})
    samples.push_back({m.topology + m.state + element(name, "Vec3d", material)});
  return samples;
}

std::vector<Sample> contacts() {
  const std::string body = "<Node name='a'>" + stateText("Vec3d", 3, "name='x'") + "</Node><Node name='b'>" +
                           stateText("Vec3d", 4, "name='y'") +
                           "</Node><PenalityContactForceField object1='@a/x' object2='@b/y'/>";
  return {{body, "", "", [](simulation::Node& root) {
             auto& force = *root.down<component::collision::PenalityContactForceField>();
             force.add({0, 1, type::Vec3(1, 2, 2) / 3, 5, 200});
             force.add({2, 0, type::Vec3(0, .6, .8), 4, 100});
             force.add({1, 3, type::Vec3(0, .6, .8), -50, 300});  // never touches
           }}};
}

/// A surface of two triangles, a rod and a point over a triangle, all near each other.
std::vector<Sample> barriers() {
  return {{"<BarrierContactForceField activationDistance='1.2' stiffness='50'/>"
           "<Node name='a'><MeshTopology position='0 0 0  3 .2 .1  .3 3 0  3.1 2.9 .4' triangles='0 1 2  1 3 2'/>"
           "<MechanicalObject/><TriangleCollisionModel/></Node>"
           "<Node name='b'><MeshTopology position='.5 .4 .9  2.1 .7 .8  .8 2.2 .95' triangles='0 1 2'/>"
           "<MechanicalObject/><TriangleCollisionModel/></Node>"
           "<Node name='c'><MeshTopology position='2.2 -.5 .7  2.6 3.3 1.1' edges='0 1'/>"
           "<MechanicalObject/><LineCollisionModel/></Node>"
           "<Node name='d'><MechanicalObject position='.9 .8 -.6'/><PointCollisionModel/></Node>"}};
}

std::vector<Sample> loads(const std::string& name, const std::string& types) {
  const int n = derivSize(types);
  const auto state = stateText(types, 4, "velocity='" + numbers(4 * n, 9) + "'"), still = stateText(types, 4);
  const std::string turning = types == "Rigid3d" ? "a torque that stays the same in space" : "";
  const std::string normal = n == 1 ? "1" : n == 2 ? ".6 .8" : types == "Vec6d" ? "0 .6 .8 0 0 0" : "0 .6 .8";
  if (name == "ConstantForceField")
    return {{.body = state + element(name, types, "forces='" + numbers(n, 3) + "'"), .noPotential = turning}};
  if (name == "PlaneForceField")
    return {{still + element(name, types, "stiffness='70' d='.1' normal='" + normal + "'"), "",
             "damping has no derivative"}};
  if (name == "UniformVelocityDampingForceField")
    return {{state + element(name, types, "dampingCoefficient='2.5' implicit='1'")}};
  if (name == "DiagonalVelocityDampingForceField")
    return {{state + element(name, types, "dampingCoefficient='" + numbers(2 * n, 4) + "'")}};
  if (name == "PenalityContactForceField") return contacts();
  if (name == "LinearForceField")
    return {{.body = state + element(name, types, "points='0 2' times='-1 1' forces='" + numbers(2 * n, 3) + "'"),
             .noPotential = turning}};
  if (name == "TorsionForceField")
    return {{.body = state + element(name, types, "indices='0 2' torque='3' axis='1 2 2' origin='.3 .2 .1'"),
             .inexactTangent = "it has none",
             .noPotential = "it turns points for ever"}};
  return {};
}

/// Solid shapes that push points out or keep them in.
std::vector<Sample> obstacles(const std::string& name, const std::string& types) {
  const std::string damping = "damping has no derivative", none = "its forces have no potential",
                    shape = "the tangent is that of reference trajectories";
  if (name == "InteractionEllipsoidForceField")
    return {{.body = twoStates("Vec3d", "Rigid3d") +
                     element(name, types,
                             "stiffness='-70' vradius='.5 .6 .7' center='.1 .2 .3' object1='@a/x' object2='@b/y'"),
             .inexactTangent = shape,
             .inexactDamping = damping,
             .noPotential = none}};
  if (name == "DistanceGridForceField")
    return {{.body = mesh("Tetrahedron", types).topology + mesh("Tetrahedron", types).state +
                     element(name, types, "filename='#cube' scale='2' maxdist='9' minArea='3' stiffnessVolume='30'"),
             .inexactTangent = "products have the sign of the forces of contacts",
             .inexactDamping = damping,
             .noPotential = none,
             .incompleteMatrix = "it holds contacts alone, with the other sign"}};
  const std::string still = stateText(types, 4);
  const std::string center = types == "Vec1d"   ? "1.1"
                             : types == "Vec2d" ? "1.1 .2"
                                                : "1.1 .2 .1",
                    radii = types == "Vec1d"   ? "1.2"
                            : types == "Vec2d" ? "1.2 .9"
                                               : "1.2 .9 .7";
  if (name == "SphereForceField")
    return {{still + element(name, types, "stiffness='70' radius='1.2' center='" + center + "'"), "", damping}};
  if (name == "EllipsoidForceField")
    return {{.body = still + element(name, types, "stiffness='-70' vradius='" + radii + "' center='" + center + "'"),
             .inexactTangent = shape,
             .inexactDamping = damping,
             .noPotential = none}};
  if (name == "ConicalForceField")
    return {{.body = still + element(name, types, "stiffness='70' coneHeight='.2 .3 1'"),
             .inexactTangent = shape,
             .inexactDamping = damping,
             .noPotential = none}};
  return {};
}

/// Loads on the surface of a body.
std::vector<Sample> pressures(const std::string& name, const std::string& types) {
  const auto sheet = mesh("Triangle", "Vec3d"), quad = mesh("Quad", "Vec3d"), line = mesh("Edge", "Vec3d");
  const std::string follows = "an open surface encloses no volume";
  if (name == "TrianglePressureForceField")
    return {{sheet.topology + sheet.state + element(name, types, "triangleList='0 1' pressure='1 2 3'")}};
  if (name == "QuadPressureForceField")
    return {{quad.topology + quad.state + element(name, types, "quadList='0' pressure='1 2 3'")}};
  if (name == "EdgePressureForceField")
    return {{line.topology + line.state + element(name, types, "edgeIndices='0 1' pressure='1 2 3'")},
            {line.topology + line.state + element(name, types, "edgeIndices='1' p_intensity='2' binormal='0 1 3'")}};
  if (name == "SurfacePressureForceField")
    return {{.body = "<MeshTopology triangles='0 1 2 1 3 2'/>" + stateText(types, 4) +
                     element(name, types, "pressure='30'"),
             .noPotential = follows}};
  const std::string closed =
      "<MeshTopology triangles='0 2 1 0 1 3 0 3 2 1 2 3'/>"
      "<MechanicalObject position='0 0 .1 1.1 .1 0 .2 1.2 .2 -.1 .1 1.3' "
      "rest_position='0 0 0 1 0 0 0 1 0 0 0 1'/>";
  if (name == "TaitSurfacePressureForceField")
    return {{closed + element(name, types, "p0='.7' B='2' gamma='1'")},
            {closed + element(name, types, "p0='.7' B='2' gamma='1.4'")},
            {closed + element(name, types, "p0='.7'")}};
  return {};
}

std::vector<Sample> masses(const std::string& name, const std::string& templateName) {
  const std::string types = before(templateName, ',');
  const bool rigid = types.starts_with("Rigid");
  if (name == "UniformMass") {
    const auto state = stateText(types, 4);
    const std::string mass = types == "Rigid3d"   ? "vertexMass='2 1 1 .1 .2 .1 1 .3 .2 .3 2'"
                             : types == "Rigid2d" ? "vertexMass='2 1 .5'"
                                                  : "vertexMass='2.5'";
    return {{state + element(name, types, mass)}, {state + element(name, types, mass + " indices='3 1'")}};
  }
  const std::string geometry = after(templateName, ',');
  if (name == "FEMMass") {
    const auto m = mesh(geometry, types);
    return {{.body = m.topology + m.state + "<NodalMassDensity property='2 3 4'/>" + element(name, templateName, ""),
             .prepare = isQuadratic(geometry) ? moveALittle : nullptr}};
  }
  if (rigid)
    return {{stateText(types, 2) + element(name, templateName,
                                           types == "Rigid3d"
                                               ? "vertexMass='2 1 1 .1 .2 .1 1 .3 .2 .3 2  3 1 2 0 0 0 1 0 0 0 1'"
                                               : "vertexMass='2 1 .5  3 1 .25'")}};
  const bool line = geometry == "Vec1d";  // where elements have no measure that MeshMatrixMass knows
  const std::string shape = geometry == "Vec3d" ? "Tetrahedron" : line && name == "DiagonalMass" ? "Edge" : "Triangle";
  const auto m = mesh(shape, geometry);
  const int points = shape == "Tetrahedron" ? 5 : shape == "Triangle" ? 4 : 3;
  const auto sample = [&](const std::string& attributes) {
    if (types == geometry) return Sample{m.topology + m.state + element(name, templateName, attributes)};
    return Sample{m.topology + "<Node name='geometry'>" + m.state + "</Node>" + stateText(types, points) +
                  element(name, templateName, attributes + " topology='@mesh' geometryState='@geometry/points'")};
  };
  if (name == "DiagonalMass") return {sample("massDensity='3'")};
  const std::string given = line ? "vertexMass='1 2 3 4' edgeMass='.5 .25 .1 .2 .3'" : "massDensity='3'";
  if (name == "MeshMatrixMass") return {sample(given), sample(given + " lumping='1'")};
  return {};
}

}  // namespace

int derivSize(const std::string& dataTypes) {
  static const std::map<std::string, int> sizes = {{"Vec1d", 1}, {"Vec2d", 2},   {"Vec3d", 3},
                                                   {"Vec6d", 6}, {"Rigid2d", 3}, {"Rigid3d", 6}};
  return sizes.at(dataTypes);
}

std::string numbers(int count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::string text;
  for (int i = 0; i < count; ++i) text += fmt::format("{} ", uniform(random));
  return text;
}

std::string stateText(const std::string& dataTypes, int count, const std::string& attributes) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(-.3, .3);
  const auto positions = [&] {
    std::string text;
    for (int i = 0; i < count; ++i) {
      for (int c = 0; c < (dataTypes == "Rigid3d" ? 3 : derivSize(dataTypes)); ++c)
        text += fmt::format("{} ", (c == 0 ? i : 0) + uniform(random));
      if (dataTypes != "Rigid3d") continue;
      const type::Quat q = type::Quat(1, uniform(random), uniform(random), uniform(random)).normalized();
      text += fmt::format("{} {} {} {} ", q.x(), q.y(), q.z(), q.w());
    }
    return text;
  };
  const std::string x = positions(), rest = positions();
  return fmt::format("<MechanicalObject template='{}' position='{}' rest_position='{}' {}/>", dataTypes, x, rest,
                     attributes);
}

std::vector<Sample> forceFieldSamples(const std::string& component) {
  std::string name = before(component, '/');
  const std::string templateName = after(component, '/');
  if (name.starts_with("Parallel")) name = name.substr(std::string("Parallel").size());  // another name of the same
  if (name == "BarrierContactForceField") return barriers();
  if (auto known = pluginSamples(name, templateName); !known.empty()) return known;
  if (name.ends_with("Mass") && !name.ends_with("AndMass")) return masses(name, templateName);
  if (name.find("Hyperelasticity") != std::string::npos || name.starts_with("StandardTetra")) return energies(name);
  if (name.starts_with("Solid")) return solids(name, templateName);
  if (name.find("FEM") != std::string::npos || name.find("Corotational") != std::string::npos ||
      name.find("TensorMass") != std::string::npos)
    return finiteElements(name, templateName);
  if (auto known = energies(name); !known.empty()) return known;
  for (const auto family : {obstacles, springSamples, loads, pressures})
    if (auto known = family(name, templateName); !known.empty()) return known;
  return {};
}

}  // namespace sofa::tests
