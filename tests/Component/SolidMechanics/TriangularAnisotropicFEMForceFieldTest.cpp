// SPDX-License-Identifier: Apache-2.0
// Triangles with fibres.
#include "Sofa/Component/SolidMechanics/TriangularAnisotropicFEMForceField.h"

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::solidmechanics {
namespace {

using test::ForceScene;

std::string triangle(const std::string& position, const std::string& attributes,
                     const std::string& rest = "0 0 0  1 0 0  0 1 0") {
  return "<TriangleSetTopologyContainer triangles='0 1 2'/><TriangleSetTopologyModifier/><MechanicalObject position='" +
         position + "' rest_position='" + rest +
         "'/><TriangularAnisotropicFEMForceField youngModulus='2' transverseYoungModulus='3' poissonRatio='0' " +
         attributes + "/>";
}

TEST(FiberLaw, WithEqualModuliIsIsotropic) {
  const double e = 7, nu = 0.3, plane = e / (1 - nu * nu);
  for (const double angle : {0.0, 0.4, 2.0}) {
    const auto law = fiberLaw(e, e, nu, std::cos(angle), std::sin(angle));
    const double expected[] = {plane, nu * plane, 0, plane, 0, e / (2 * (1 + nu))};
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(law.entry[i], expected[i], 1e-12) << i;
  }
}

// A pull along the fibres meets their modulus: e = s / E1 across which it narrows by nu.
TEST(FiberLaw, PullsAlongAndAcross) {
  const double along = 5, across = 2, nu = 0.4;
  const auto law = fiberLaw(along, across, nu, 0, 1);  // fibres along y
  const double strain[] = {-nu / along, 1 / along, 0};
  double stress[3];
  law.stress(strain, stress);
  EXPECT_NEAR(stress[0], 0, 1e-12);
  EXPECT_NEAR(stress[1], 1, 1e-12);
  EXPECT_NEAR(stress[2], 0, 1e-12);
}

// Stretched by a tenth along x: -E 0.1 / (2 1.1^2), with the gradients of the current shape.
TEST(TriangularAnisotropicFEMForceField, IsStiffAlongItsFibres) {
  const std::string stretched = "0 0 0  1.1 0 0  0 1 0";
  const double unit = -0.1 / (2 * 1.1 * 1.1);
  const auto force = [&](const std::string& attributes) {
    const ForceScene scene(triangle(stretched, attributes));
    EXPECT_EQ(scene.errors, 0u);
    return scene.forces()[3];
  };
  EXPECT_NEAR(force(""), 2 * unit, 1e-12);
  EXPECT_NEAR(force("fiberAngle='90'"), 3 * unit, 1e-12);
  EXPECT_NEAR(force("fiberAngle='180'"), 2 * unit, 1e-12);
}

// Around an axis along y the fibres of a triangle in the xz plane run across the line to the axis.
TEST(TriangularAnisotropicFEMForceField, FibresAroundAnAxis) {
  const ForceScene scene(
      triangle("0 0 0  1 0 0  0 0 1", "fiberCenter='5.3333333333333333 0 0.3333333333333333'", "0 0 0  1 0 0  0 0 1"));
  const auto* field = dynamic_cast<const TriangularAnisotropicFEMForceField*>(scene.force);
  ASSERT_TRUE(field);
  ASSERT_EQ(field->d_localFiberDirection.value().size(), 1u);
  EXPECT_NEAR(std::abs(field->d_localFiberDirection.value()[0].y()), 1, 1e-12) << "along z";
}

TEST(TriangularAnisotropicFEMForceField, TurnsWithoutForceAndHasItsTangentAtRest) {
  const ForceScene turned(triangle("1 2 3  1 3 3  0 2 3", "fiberAngle='30'"));
  test::expectNear(turned.forces(), std::vector<double>(9, 0.0), 1e-12);
  const ForceScene rest(triangle("0 0 0  1 0 0  0 1 0", "fiberAngle='30'"));
  test::checkTangent(rest, 1e-7);
}

// With gradients of the shape at rest, twice as long and sheared: f = -A B^T D e. The frame counts as constant in the
// tangent, so that points move as it does not turn.
TEST(TriangularAnisotropicFEMForceField, LargeStretchesWithGradientsAtRest) {
  const double c = std::sqrt(0.75), s = 0.5;
  const auto law = fiberLaw(2, 3, 0, c, s);
  const double strain[] = {1, 0.25, 0.5};
  double stress[3];
  law.stress(strain, stress);
  const ForceScene scene(triangle("0 0 0  2 0 0  0.5 1.25 0", "fiberAngle='30' restGradients='1'"));
  const std::vector<double> one{stress[0] / -2, stress[2] / -2, 0}, two{stress[2] / -2, stress[1] / -2, 0};
  const std::vector<double> f = scene.forces();
  test::expectNear({f.begin() + 3, f.begin() + 6}, one, 1e-12);
  test::expectNear({f.begin() + 6, f.end()}, two, 1e-12);

  const std::vector<double> dx{0.3, -0.2, 0, 0.7, -0.2, 0, -0.4, 0.9, 0};
  const double step = 1e-6;
  scene.linearise();
  const auto plus = test::atMoved(scene, dx, step, [&] { return scene.forces(); });
  const auto minus = test::atMoved(scene, dx, -step, [&] { return scene.forces(); });
  const auto df = scene.product(dx, 1, 0);
  for (std::size_t i = 0; i < df.size(); ++i) EXPECT_NEAR(df[i], (plus[i] - minus[i]) / (2 * step), 1e-8) << i;
}

TEST(TriangularAnisotropicFEMForceField, BadModuliAreReplaced) {
  EXPECT_EQ(
      ForceScene("<TriangleSetTopologyContainer triangles='0 1 2'/><TriangleSetTopologyModifier/><MechanicalObject "
                 "position='0 0 0 1 0 0 0 1 0'/><TriangularAnisotropicFEMForceField youngModulus='2' "
                 "poissonRatio='0' transverseYoungModulus='-3'/>")
          .warnings,
      1u);
}

}  // namespace
}  // namespace sofa::component::solidmechanics
