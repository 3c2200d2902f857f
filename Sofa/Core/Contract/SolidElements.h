// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <utility>

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Type/DataTypes.h"
#include "Sofa/Type/QuadraticElements.h"

namespace sofa::core {

/// Adds Class<DataTypes, Element> for each kind of element that solids are made of.
template <template <class, class> class Class>
Register addForSolids(Register component) {
  const auto add = [&]<class DataTypes, class... Elements>() { (component.add<Class<DataTypes, Elements>>(), ...); };
  add.template operator()<type::Vec3Types, type::Hexahedron, type::Hexahedron20, type::Hexahedron27, type::Tetrahedron,
                          type::Tetrahedron10>();
  add.template operator()<type::Vec2Types, type::Quad, type::Quad8, type::Quad9, type::Triangle, type::Triangle6>();
  return component;
}

}  // namespace sofa::core
