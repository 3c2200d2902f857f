// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "Sofa/Component/SolidMechanics/NodeMeans.h"
#include "Sofa/FiniteElement/TetraSolid.h"

/// Stresses of linear tetrahedra for display (docs/manual/mechanics.md, "Stress").
namespace sofa::component::solidmechanics {

/// Symmetric part of R^T F - I.
type::Mat3 corotationalStrain(const type::Tetrahedron& element, const std::vector<type::Vec3>& x,
                              const std::vector<type::Vec3>& rest, const type::Mat3& rotation);
/// (F^T F - I) / 2.
type::Mat3 greenStrain(const type::Tetrahedron& element, const std::vector<type::Vec3>& x,
                       const std::vector<type::Vec3>& rest);

type::Mat3 stress(const fem::Lame& material, const type::Mat3& strain);

/// Von Mises equivalent of a stress; 0 if it is no more than rounding in a material of that modulus.
double vonMises(const type::Mat3& stress, double modulus);

}  // namespace sofa::component::solidmechanics
