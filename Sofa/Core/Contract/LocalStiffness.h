// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/LinearAlgebra/AssembledMatrix.h"

namespace sofa::core {

/// df/dx of one force field as a matrix of its own, for products where the component writes only the matrix.
class LocalStiffness {
 public:
  /// Asks the component for its matrix.
  void build(BaseForceField& component);
  /// df += factor K dx, one vector per state.
  void addProduct(std::initializer_list<std::span<const double>> dx, std::initializer_list<std::span<double>> df,
                  double factor);

 private:
  void plan(const std::vector<BaseState*>& states);

  std::vector<BaseState*> m_states;
  std::vector<int> m_offsets;  ///< of each state, and the size
  linearalgebra::AssembledMatrix m_matrix;
  StiffnessMatrix m_table;
  std::vector<double> m_dx, m_df;
};

}  // namespace sofa::core
