// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "Component/SceneText.h"

namespace sofa::test {

/// One particle on a line: m = 1, spring of stiffness 10 to the origin, x = 1, v = 0, h = 0.1, no gravity. The problem
/// of docs/manual/solvers.md, "One particle".
struct Particle {
  double x, v;
};

inline const std::string exactSolver = "<CGLinearSolver iterations='20' tolerance='1e-15' threshold='1e-40'/>";
inline const std::string newton =
    "<NewtonRaphsonSolver maxNbIterationsNewton='10' absoluteResidualStoppingThreshold='1e-13' "
    "relativeInitialStoppingThreshold='0' relativeSuccessiveStoppingThreshold='0'/>";
inline const std::string particle = "<MechanicalObject template='Vec1' position='1' rest_position='0' velocity='0'/>";
inline const std::string unitMass = "<UniformMass vertexMass='1'/>";
inline const std::string spring = "<RestShapeSpringsForceField stiffness='10'/>";

inline Particle of(const tests::Scene& scene) {
  const auto& state = scene.state<type::Vec1Types>();
  return {state.positions()[0][0], state.velocities()[0][0]};
}

/// The particle after each of `count` steps of the scene that holds `solvers` and then `body`.
inline std::vector<Particle> motion(const std::string& solvers, int count,
                                    const std::string& body = particle + unitMass + spring) {
  const tests::Scene scene(solvers + body);
  std::vector<Particle> result;
  for (int i = 0; i < count; ++i) {
    scene.step();
    result.push_back(of(scene));
  }
  return result;
}

/// The manual gives ten decimals.
inline void expectMotion(const std::vector<Particle>& found, const std::vector<Particle>& expected) {
  ASSERT_GE(found.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(found[i].x, expected[i].x, 6e-11) << "position after step " << i + 1;
    EXPECT_NEAR(found[i].v, expected[i].v, 6e-11) << "velocity after step " << i + 1;
  }
}

}  // namespace sofa::test
