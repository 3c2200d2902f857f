#pragma once
#include "Sofa/Core/ForceField.h"
#include "Sofa/Core/MatrixAccumulator.h"

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

/// Finds a matrix from its products: sets one scalar of an input's vec::probe to 1 at a time, calls product(), which
/// must set vec::probeResult of the outputs, and adds what it finds to the blocks of the table.
void probeColumns(std::span<BaseState* const> inputs, std::span<BaseState* const> outputs, const BlockTable& table,
                  const std::function<void()>& product);

}  // namespace sofa::core
