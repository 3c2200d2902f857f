// SPDX-License-Identifier: Apache-2.0
// What SOFA makes of forces between a chain that BTDLinearSolver solves and something else.
#include "Sofa/Simulation/Mechanics/ChainQuirk.h"

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "LinearAlgebra/SampleMatrices.h"
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::tests {
namespace {

using linearalgebra::DenseMatrix;

TEST(ChainQuirk, WhatLiesBelowTheBandLandsInAnotherBlock) {
  for (const int blockSize : {3, 6}) {
    DenseMatrix a = DenseMatrix::Ones(48, 48), expected = a;
    a(7 * 6 + 1, 2) = 5;  // of frames 7 and 0: the 15th block of three in each row
    a(4, 30) = 9;         // above
    for (int i = 0; i < 48; ++i)
      for (int j = 0; j < 48; ++j)
        if (std::abs(i / 6 - j / 6) > 1) expected(i, j) = 0;
    for (int i = 0; i < 48; ++i)
      for (int j = 0; j < 48; ++j)
        if (i / 6 - j / 6 > 1) {
          const int place = 2 * (i / 6) + j / 6 + 1;
          expected(place / 3 * 6 + i % 6, (place / 3 - 1 + place % 3) * 6 + j % 6) += a(i, j);
        }
    auto matrix = test::fromDense(blockSize, a);
    simulation::misplaceBelowBand(matrix);
    EXPECT_EQ(matrix.dense(), expected);
    EXPECT_EQ(expected(5 * 6 + 1, 4 * 6 + 2), 1 + 5 + 1);  // with what frames 6 and 2 have there
  }
}

/// The matrix of four frames of which a spring of 100 N/m along y leads to something outside.
DenseMatrix ofChain(const std::string& solver, const std::string& mapped) {
  const Scene s(
      "<Node name='wall'><MechanicalObject name='points' template='Vec3d' position='3 1 0'/></Node>"
      "<Node name='chain'><EulerImplicitSolver/>" +
          solver +
          "<MechanicalObject template='Rigid3d' name='frames' position='0 0 0 0 0 0 1  1 0 0 0 0 0 1  2 0 0 0 0 0 1  "
          "3 0 0 0 0 0 1'/><UniformMass totalMass='4'/>"
          "<MeshTopology lines='0 1 1 2 2 3'/><BeamFEMForceField radius='0.1' youngModulus='1000'/>" +
          mapped + "</Node>",
      "dt='0.1' gravity='0 0 0'");
  s.step();
  return s.first<core::LinearSolver>().linearSystem()->matrix()->dense();
}

TEST(ChainQuirk, ForcesToOtherBodiesActBetweenOtherFrames) {
  const CapturedMessages messages;
  const std::string spring =
      "<Node name='points'><MechanicalObject name='points' template='Vec3d' position='0 0 0  1 0 0  2 0 0  3 0 0'/>"
      "<IdentityMapping/><SpringForceField template='Vec3d' object1='@points' object2='@/wall/points' "
      "spring='3 0 100 0 1'/></Node>";
  const auto right = ofChain("<SparseLDLSolver template='CompressedRowSparseMatrixMat3x3'/>", spring);
  EXPECT_EQ(messages.warnings("As in SOFA v26.06 a part of the stiffness"), 0u);
  DenseMatrix change = ofChain("<BTDLinearSolver/>", spring) - right;
  // Frames 3 and 0: the 7th block, which is that of frame 2 with itself. h^2 k = 1.
  EXPECT_NEAR(change(13, 13), -1, 1e-12);
  change(13, 13) = 0;
  EXPECT_LT(change.norm(), 1e-12);
  EXPECT_EQ(messages.warnings("Use SparseLDLSolver, or CGLinearSolver, instead"), 1u);
}

}  // namespace
}  // namespace sofa::tests
