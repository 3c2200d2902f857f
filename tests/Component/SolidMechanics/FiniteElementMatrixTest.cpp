// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "Sofa/Core/Contract/EnergyForceField.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/LinearAlgebra/AssembledMatrix.h"
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::solidmechanics {
namespace {

using linearalgebra::DenseMatrix;
using linearalgebra::Vector;
using test::ForceScene;

/// A block of 2 x 2 x 3 cells, deformed by up to a fifth of a cell.
std::string grid(bool tetrahedra) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-0.2, 0.2);
  std::string rest, moved, list;
  for (int k = 0; k < 4; ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) {
        rest += fmt::format("{} {} {} ", i, j, k);
        moved += fmt::format("{} {} {} ", i + uniform(random), j + uniform(random), k + uniform(random));
      }
  constexpr int split[6][4] = {{0, 5, 1, 6}, {0, 1, 3, 6}, {1, 3, 6, 2}, {6, 3, 0, 7}, {6, 7, 0, 5}, {7, 5, 4, 0}};
  for (int k = 0; k < 3; ++k)
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < 2; ++i) {
        const int o = i + 3 * j + 9 * k, h[8] = {o, o + 1, o + 4, o + 3, o + 9, o + 10, o + 13, o + 12};
        if (!tetrahedra)
          list += fmt::format("{} {} {} {} {} {} {} {}  ", h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7]);
        if (tetrahedra)
          for (const auto& t : split) list += fmt::format("{} {} {} {}  ", h[t[0]], h[t[1]], h[t[2]], h[t[3]]);
      }
  const std::string mesh =
      tetrahedra ? "<TetrahedronSetTopologyContainer name='mesh' position='" + rest + "' tetrahedra='" + list + "'/>"
                 : "<MeshTopology name='mesh' position='" + rest + "' hexahedra='" + list + "'/>";
  return mesh + "<MechanicalObject template='Vec3' position='" + moved + "' rest_position='" + rest + "'/>";
}

/// df/dx as the component writes it into blocks of 3x3, assembled twice.
DenseMatrix stiffness(const ForceScene& scene) {
  auto* state = &scene.state();
  const int size = static_cast<int>(state->size()) * 3;
  linearalgebra::AssembledMatrix matrix;
  matrix.reset(3, size, size);
  core::StiffnessMatrix table;
  table.add(state, state, &matrix.add(0, 0, size, size));
  for (int pass = 0; pass < 3; ++pass) {
    matrix.begin();
    scene.force->buildStiffnessMatrix(&table);
    matrix.complete();
  }
  return matrix.matrix().dense();
}

void expectProduct(const ForceScene& scene, const char* what) {
  std::mt19937 random(11);
  std::vector<double> dx(scene.state().size() * 3);
  for (double& d : dx) d = std::uniform_real_distribution<double>(-1, 1)(random);
  const auto df = scene.product(dx, 1, 0);
  const DenseMatrix k = stiffness(scene);
  const double scale = k.cwiseAbs().maxCoeff();
  EXPECT_GT(scale, 0) << what;
  const Vector product = k * Eigen::Map<const Vector>(dx.data(), static_cast<int>(dx.size()));
  for (std::size_t i = 0; i < df.size(); ++i) EXPECT_NEAR(product[i], df[i], 1e-11 * scale) << what << " entry " << i;
  EXPECT_LE((k - k.transpose()).cwiseAbs().maxCoeff(), 1e-12 * scale) << what;
}

class FiniteElementMatrix : public testing::TestWithParam<const char*> {};

TEST_P(FiniteElementMatrix, equalsTheProductWhereItIsLinearised) {
  const std::string element = GetParam();
  const bool tetrahedra = element.find("Tetra") != element.npos;
  const ForceScene scene(grid(tetrahedra) + "<" + element + " poissonRatio='.3'/>");
  ASSERT_NE(scene.force, nullptr);
  ASSERT_TRUE(scene.force->isValid());
  scene.linearise();
  expectProduct(scene, "first");
  // Turned and stretched further: frames, updated stiffnesses and plastic strains change.
  auto x = scene.state().hostWrite(core::vec::position);
  for (std::size_t i = 0; i < x.size(); i += 3) {
    const double a = x[i], b = x[i + 1];
    x[i] = -1.1 * b;
    x[i + 1] = a + 0.05 * x[i + 2];
  }
  scene.linearise();
  expectProduct(scene, "turned");
}

INSTANTIATE_TEST_SUITE_P(
    All, FiniteElementMatrix,
    testing::Values(
        "TetrahedronFEMForceField method='small' youngModulus='900'",
        "TetrahedronFEMForceField method='large' youngModulus='900'",
        "TetrahedronFEMForceField method='polar' youngModulus='900'",
        "TetrahedronFEMForceField method='svd' youngModulus='900'",
        "TetrahedronFEMForceField method='large' youngModulus='900 800 700 600' localStiffnessFactor='1 2 3'",
        "TetrahedronFEMForceField method='large' youngModulus='900' updateStiffnessMatrix='1'",
        "TetrahedronFEMForceField method='polar' youngModulus='900' updateStiffnessMatrix='1'",
        "TetrahedronFEMForceField method='svd' youngModulus='900' updateStiffnessMatrix='1'",
        "TetrahedronFEMForceField method='large' youngModulus='900' computeGlobalMatrix='1'",
        "TetrahedronFEMForceField method='large' youngModulus='900' plasticMaxThreshold='1'",
        "TetrahedronFEMForceField method='polar' youngModulus='900' plasticMaxThreshold='1'",
        "TetrahedralCorotationalFEMForceField method='small' youngModulus='900'",
        "TetrahedralCorotationalFEMForceField method='large' youngModulus='900'",
        "TetrahedralCorotationalFEMForceField method='polar' youngModulus='900'",
        "TetrahedralCorotationalFEMForceField method='large' youngModulus='900' updateStiffnessMatrix='1'",
        "FastTetrahedralCorotationalForceField method='qr' youngModulus='900'",
        "FastTetrahedralCorotationalForceField method='polar' youngModulus='900'",
        "FastTetrahedralCorotationalForceField method='polar2' youngModulus='900'",
        "FastTetrahedralCorotationalForceField method='none' youngModulus='900'",
        "CorotationalFEMForceField template='Vec3,Tetrahedron' youngModulus='900'",
        "CorotationalFEMForceField template='Vec3,Tetrahedron' rotationMethod='stable_polar' youngModulus='900'",
        "CorotationalFEMForceField template='Vec3,Hexahedron' youngModulus='900'",
        "CorotationalFEMForceField template='Vec3,Hexahedron' rotationMethod='polar' youngModulus='900'",
        "LinearSmallStrainFEMForceField template='Vec3,Tetrahedron' youngModulus='900'",
        "LinearSmallStrainFEMForceField template='Vec3,Hexahedron' youngModulus='900'",
        "HexahedronFEMForceField method='small' youngModulus='900'",
        "HexahedronFEMForceField method='large' youngModulus='900'",
        "HexahedronFEMForceField method='polar' youngModulus='900'",
        "HexahedronFEMForceField method='large' youngModulus='900 800 700 600'",
        "HexahedronFEMForceField method='large' youngModulus='900' updateStiffnessMatrix='1'"));

TEST(FiniteElementMatrix, ofHexahedraCutIntoTetrahedra) {
  const ForceScene scene(grid(false) + "<TetrahedronFEMForceField youngModulus='900' poissonRatio='.3'/>");
  scene.linearise();
  expectProduct(scene, "cut");
}

TEST(FiniteElementMatrix, followsRotationsWhereComputeGlobalMatrixLeavesForcesOut) {
  const std::string element = "<TetrahedronFEMForceField method='polar' youngModulus='900' poissonRatio='.3' ";
  const ForceScene scene(grid(true) + element + "computeGlobalMatrix='1'/>"), usual(grid(true) + element + "/>");
  for (const double f : scene.forces()) EXPECT_EQ(f, 0);
  scene.linearise();
  usual.linearise();
  EXPECT_EQ((stiffness(scene) - stiffness(usual)).cwiseAbs().maxCoeff(), 0);
}

TEST(FiniteElementMatrix, ofAnInvalidComponentIsEmpty) {
  const ForceScene scene(
      "<MechanicalObject position='0 0 0 1 0 0 0 1 0 0 0 1'/>"  // in no mesh
      "<FastTetrahedralCorotationalForceField youngModulus='900'/>");
  EXPECT_FALSE(scene.force->isValid());
  EXPECT_EQ(stiffness(scene).cwiseAbs().maxCoeff(), 0);
}

/// Springs of unit stiffness and length 1 between successive points, by their energy.
struct Chain : core::EnergyForceField<Chain, type::Vec3Types, 2> {
  std::size_t elementCount() const { return mstate()->size() - 1; }
  std::array<type::Index, 2> elementNodes(std::size_t e) const {
    return {static_cast<type::Index>(e), static_cast<type::Index>(e + 1)};
  }
  template <class S>
  S energy(std::size_t, const std::array<type::Vec<3, S>, 2>& x) const {
    S square = S(0);
    for (int i = 0; i < 3; ++i) square = square + (x[1][i] - x[0][i]) * (x[1][i] - x[0][i]);
    const S stretch = sqrt(square) - S(1);
    return S(0.5) * stretch * stretch;
  }
};

TEST(EnergyForceFieldMatrix, equalsTheProductAndTheDerivative) {
  ForceScene scene("<MechanicalObject template='Vec3' position='0 0 0  1.2 .1 0  2 .5 .3  2.5 1.5 .2'/>");
  Chain chain;
  chain.l_mstate.set(scene.root->down<core::State<type::Vec3Types>>());
  scene.force = &chain;
  scene.linearise();
  expectProduct(scene, "chain");
  test::checkTangent(scene, 1e-8);
  test::checkEnergy(scene, 1e-8);
  test::checkPurity(scene);
}

TEST(EnergyForceFieldMatrix, sameBitsForAnyNumberOfThreads) {
  std::string positions;
  for (int i = 0; i < 3000; ++i) positions += fmt::format("{} {} 0 ", 0.9 * i, 0.3 * (i % 3));
  std::vector<std::vector<double>> results;
  for (const int threads : {1, 2, 4}) {
    helper::setThreadCount(threads);
    ForceScene scene("<MechanicalObject template='Vec3' position='" + positions + "'/>");
    Chain chain;
    chain.l_mstate.set(scene.root->down<core::State<type::Vec3Types>>());
    scene.force = &chain;
    auto result = scene.forces();
    scene.linearise(core::Linearisation::positiveDefinite);
    const auto product = scene.product(result, 1, 0);
    result.insert(result.end(), product.begin(), product.end());
    result.push_back(*chain.potentialEnergy({}));
    results.push_back(std::move(result));
  }
  helper::setThreadCount(1);
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

}  // namespace
}  // namespace sofa::component::solidmechanics
