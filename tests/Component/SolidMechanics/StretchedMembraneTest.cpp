// SPDX-License-Identifier: Apache-2.0
#include "CapturedMessages.h"
#include "Component/SceneText.h"

namespace sofa::tests {
namespace {

using type::Vec3Types;

/// A square of 1 m that hangs from one edge and is drawn by `load` N at the other, with nu = 0: it gets as much longer
/// as the load is part of Young's modulus times the thickness.
double lengthAt(const std::string& membrane, double load, std::size_t* told) {
  CapturedMessages messages;
  const Scene scene(
      "<EulerImplicitSolver rayleighMass='5'/><SparseLDLSolver/>"
      "<TriangleSetTopologyContainer position='0 0 0  1 0 0  0 -1 0  1 -1 0' triangles='0 1 2  1 3 2'/>"
      "<MechanicalObject/><UniformMass totalMass='1e-3'/><FixedProjectiveConstraint indices='0 1'/>" +
          membrane + fmt::format("<ConstantForceField indices='2 3' forces='0 {} 0'/>", -load / 2),
      "dt='0.05' gravity='0 0 0'");
  scene.step(200);
  if (told) *told = messages.warnings("stretched by more than a tenth");
  return -scene.state<Vec3Types>().positions()[3].y();
}

TEST(StretchedMembrane, gradientsOfTheCurrentShapeAreToldOf) {
  const std::string values = "youngModulus='100' poissonRatio='0'";
  for (const std::string name :
       {"TriangularFEMForceField", "TriangleFEMForceField", "TriangularAnisotropicFEMForceField fiberAngle='90'"}) {
    std::size_t told = 0;
    EXPECT_GT(lengthAt("<" + name + " " + values + "/>", 50, &told), 5) << "it runs away";
    EXPECT_EQ(told, 1u);
    EXPECT_NEAR(lengthAt("<" + name + " " + values + "/>", 2, &told), 1.02, 0.002);
    EXPECT_EQ(told, 0u) << "small strains are right";
  }
}

TEST(StretchedMembrane, theRemedyIsRight) {
  const struct {
    std::string name;
    double modulus;  ///< along the load, times the thickness (N/m)
  } membranes[] = {
      {"TriangularFEMForceFieldOptim", 100},
      {"TriangularFEMForceField restGradients='1'", 100},
      {"TriangularFEMForceField restGradients='1' method='small'", 100},
      {"TriangleFEMForceField restGradients='1' thickness='2'", 200},
      {"TriangleFEMForceField restGradients='1' method='small'", 100},
      {"TriangularAnisotropicFEMForceField restGradients='1' transverseYoungModulus='30' fiberAngle='90'", 100},
      {"TriangularAnisotropicFEMForceField restGradients='1' transverseYoungModulus='30'", 30},
  };
  for (const auto& [name, modulus] : membranes)
    for (const double load : {2.0, 50.0, 200.0}) {
      std::size_t told = 0;
      const double expected = 1 + load / modulus;
      EXPECT_NEAR(lengthAt("<" + name + " youngModulus='100' poissonRatio='0'/>", load, &told), expected,
                  1e-3 * expected)
          << name << " with " << load;
      EXPECT_EQ(told, 0u) << name;
    }
}

}  // namespace
}  // namespace sofa::tests
