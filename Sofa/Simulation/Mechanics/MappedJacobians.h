// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <unordered_map>
#include <unordered_set>

#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/LinearAlgebra/AssembledMatrix.h"
#include "Sofa/LinearAlgebra/BlockProduct.h"

namespace sofa::simulation {

/// Unknowns of a state: the scalars of its velocities.
inline int scalars(const core::BaseState& state) { return static_cast<int>(state.size()) * state.derivSize(); }

/// J of mapped states with respect to the states that nothing drives: products of the Jacobians of the mappings above,
/// along every path.
class MappedJacobians {
 public:
  struct Part {
    core::BaseState* main;
    const linearalgebra::BlockMatrix* matrix;
  };

  /// mappings: each after those that drive its inputs.
  void plan(std::span<core::BaseMapping* const> mappings, int blockSize);
  /// Says for which mapped states Jacobians are wanted.
  void require(std::unordered_set<const core::BaseState*> needed);
  /// Computes those that may have changed. True if a pattern did.
  bool update();
  /// The main states that drive a mapped state; empty if nothing known does.
  std::span<const Part> parts(const core::BaseState* mapped) const;

 private:
  struct Direct {  ///< one output with respect to one input of a mapping
    core::BaseState* output;
    core::BaseState* input;
    linearalgebra::AssembledMatrix matrix;
    bool changed = true;  ///< at the last update
  };
  struct Entry {
    core::BaseMapping* mapping;
    std::vector<std::unique_ptr<Direct>> direct;
    core::JacobianMatrix table;
    std::size_t revision = 0;  ///< of the mapping's J when it was computed
  };
  /// J of a mapped state with respect to one main state: the sum of products along several paths.
  struct Total {
    core::BaseState* main;
    struct Path {
      const Direct* last;  ///< of the last mapping
      const Total* above;  ///< of its input; null: the input is main
    };
    std::vector<Path> paths;
    std::vector<std::size_t> versions;
    linearalgebra::BlockMatrix sum;
    bool changed = true;  ///< at the last update
  };

  void addPath(const core::BaseState& output, core::BaseState& main, const Total::Path& path);
  static void computeDirect(Entry& entry);
  static bool planTotal(Total& total);
  static bool computeTotal(Total& total);

  int m_blockSize = 1;
  std::vector<Entry> m_entries;
  std::unordered_map<const core::BaseState*, std::vector<std::unique_ptr<Total>>> m_totals;
  std::unordered_map<const core::BaseState*, std::vector<Part>> m_parts;
  std::vector<bool> m_active;   ///< per entry: some needed state depends on it
  std::vector<Total*> m_order;  ///< those wanted, each after the ones it is made of
};

}  // namespace sofa::simulation
