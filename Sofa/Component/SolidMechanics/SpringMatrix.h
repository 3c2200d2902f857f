// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/FiniteElement/SpringKernel.h"

namespace sofa::component::solidmechanics {

/// Adds the tangents of the first `count` springs, whose points are all of one state.
template <class DataTypes>
void addSpringMatrices(const core::MatrixView& dfdx, const fem::SpringKernel<DataTypes>& kernel, std::size_t count) {
  constexpr int n = DataTypes::derivSize, m = fem::SpringKernel<DataTypes>::dimension;
  struct Ends {
    const fem::SpringKernel<DataTypes>& kernel;
    std::size_t count;
    std::size_t size() const { return count; }
    std::array<type::Index, 2> operator[](std::size_t i) const {
      const auto spring = kernel.spring(i);
      return {spring.first, spring.second};
    }
  };
  dfdx.template addElements<2, n>(Ends{kernel, count}, [&](std::size_t i, type::Mat<2 * n, 2 * n>& k) {
    const auto tangent = kernel.tangent(i);
    k.setZero();
    k.template block<m, m>(0, 0) = k.template block<m, m>(n, n) = -tangent;
    k.template block<m, m>(0, n) = k.template block<m, m>(n, 0) = tangent;
  });
}

}  // namespace sofa::component::solidmechanics
