// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/FiniteElement/TriangleKernel.h"

/// Stresses of membranes of triangles, for display.
namespace sofa::component::solidmechanics {

/// Principal stresses of a plane (Pa, tension is positive).
struct PrincipalStress {
  double first, second;  ///< the first is the larger one
  type::Vec3 direction;  ///< unit, of the first, in space
};
PrincipalStress principalStress(const fem::TriangleKernel::State& state);
/// Of every element of a kernel at x.
std::vector<PrincipalStress> principalStresses(const fem::TriangleKernel& kernel, std::span<const type::Vec3> x);

/// Equivalent stress in a plane: ((|s1 - s2|^n + |s2|^n + |s1|^n) / 2)^(1/n), n at least 1 (Hosford, A Generalized
/// Isotropic Yield Criterion, 1972). Exponent 2 is von Mises', 1 Tresca's.
double hosfordStress(const PrincipalStress& stress, double exponent);

/// All elements in the colours of their first principal stress, means around the points in between.
void drawStresses(core::DrawList& list, const fem::TriangleKernel& kernel, std::span<const type::Vec3> x,
                  const std::vector<PrincipalStress>& stresses);
/// From the centre of each element along the first principal stress, half of the edge 01 long; those only whose stress
/// is at least the threshold.
void drawStressDirections(core::DrawList& list, const fem::TriangleKernel& kernel, std::span<const type::Vec3> x,
                          const std::vector<PrincipalStress>& stresses, double threshold, const type::Color& color);

}  // namespace sofa::component::solidmechanics
