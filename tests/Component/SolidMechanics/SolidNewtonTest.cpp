// SPDX-License-Identifier: Apache-2.0
// Newton's method converges quadratically where tangents are exact.
#include <fmt/format.h>

#include "Sofa/Component/ODESolver/NewtonRaphsonSolver.h"
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::solidmechanics {
namespace {

/// Residuals of one static step of a clamped bar under a pressure from below that follows its surface.
std::vector<double> residuals(const std::string& element, const std::string& material) {
  const bool plane = element.starts_with("Quad");
  const std::string types = plane ? "Vec2d" : "Vec3d";
  const test::ForceScene scene(fmt::format(
      R"(<StaticSolver/>
         <NewtonRaphsonSolver maxNbIterationsNewton="30" relativeSuccessiveStoppingThreshold="0"
            relativeInitialStoppingThreshold="1e-11" absoluteResidualStoppingThreshold="0" warnWhenLineSearchFails="0"/>
         <EigenSparseLU template="CompressedRowSparseMatrixd"/>
         <RegularGridTopology name="grid" n="4 2 {0}" min="0 0 0" max="3 1 {1}"/>
         <QuadraticMeshTopology name="mesh" input="@grid"/>
         <MechanicalObject template="{2}" topology="@mesh"/>
         <BoxROI name="clamped" template="{2}" box="-.1 -1 -1 .1 2 2"/>
         <BoxROI name="lower" template="{2}" box="-1 -1 -1 4 .01 2"/>
         <FixedProjectiveConstraint template="{2}" indices="@clamped.indices"/>
         <SolidFEMForceField template="{2},{3}" {4}/>
         <SolidSurfaceForceField template="{2},{3}" indices="@lower.indices" pressure="0.5"/>)",
      plane ? 1 : 2, plane ? 0 : 1, types, element, material));
  EXPECT_EQ(scene.errors, 0u);
  simulation::animate(*scene.root, 1);
  const auto* newton = scene.root->down<odesolver::NewtonRaphsonSolver>();
  EXPECT_EQ(newton->d_status.value().selected(), "ConvergedResidualInitialRatio");
  return newton->d_residualGraph.value().at("residual");
}

TEST(SolidNewton, convergesQuadratically) {
  for (const auto& [element, material] : std::initializer_list<std::pair<const char*, const char*>>{
           {"Quad9", "materialName='StVenantKirchhoff' youngModulus='200' poissonRatio='.3'"},
           {"Quad9", "materialName='NeoHookean' youngModulus='200' poissonRatio='.3' plane='stress'"},
           {"Quad9", "materialName='NeoHookean' youngModulus='200' poissonRatio='.49' volumeAverage='linear'"},
           {"Hexahedron27", "materialName='NeoHookean' youngModulus='200' poissonRatio='.49' volumeAverage='linear'"},
           {"Hexahedron27",
            "materialName='Guccione' ParameterSet='600 8 2 4 10000' fibers='1 0 0' volumeAverage='constant'"}}) {
    const auto r = residuals(element, material);
    ASSERT_GE(r.size(), 3u);
    int checked = 0;
    for (std::size_t k = 0; k + 1 < r.size(); ++k) {
      if (r[k] > 1e-2 * r[0]) continue;
      ++checked;
      EXPECT_LT(r[k + 1], 1e3 * r[k] * r[k] / r[0] + 1e-10 * r[0]) << element << " " << material << " iteration " << k;
    }
    EXPECT_GT(checked, 0) << material;
    EXPECT_LE(r.size(), 20u) << material;
  }
}

}  // namespace
}  // namespace sofa::component::solidmechanics
