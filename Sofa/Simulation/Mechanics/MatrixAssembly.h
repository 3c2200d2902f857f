#pragma once
#include <map>
#include <tuple>
#include <unordered_map>

#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MatrixProjection.h"
#include "Sofa/LinearAlgebra/BlockProduct.h"
#include "Sofa/Simulation/Mechanics/MappedJacobians.h"
#include "Sofa/Simulation/Mechanics/MechanicalGraph.h"

namespace sofa::simulation {

/// Assembles A = m M + b B + k K of everything below a node into one sparse matrix (sheet 02 §4).
///
/// Unknowns are the scalars of the states that no mapping drives, in scene order. What acts on a mapped state is
/// collected in a matrix of its own and enters as J^T K J. The first build records where every contribution lands;
/// later ones write into place until the graph, a size or a sequence of insertions changes.
class MatrixAssembly {
 public:
  struct Options {
    bool stiffness = true, mass = true, damping = true, geometricStiffness = true;
    bool projectiveConstraints = true, mappedComponents = true;
    bool checkIndices = false;  ///< report every entry outside of its block, not only the first of a component
  };

  void bind(core::Context& node);
  /// Messages that concern no single component are said by `owner`.
  void build(const core::MechanicalParams& params, const Options& options, const core::Component& owner);

  const linearalgebra::BlockMatrix& matrix() const { return m_main.matrix(); }
  std::span<core::BaseState* const> states() const { return m_states; }
  int size() const { return m_size; }
  /// Takes in changes of the graph and of sizes; build() does so by itself.
  void update();
  /// The unknowns below the node are no longer those of the last build.
  bool isOutdated();
  /// Jacobians that are said to be constant, as the first assembly found them.
  void archive(core::Archive& archive);

 private:
  struct Force {
    core::BaseForceField* component;
    core::StiffnessMatrix stiffness;
    core::DampingMatrix damping;
  };
  struct Mass {
    core::BaseMass* component;
    core::MassMatrixAccumulator matrix;
  };
  struct Geometry {
    core::BaseMapping* component;
    core::GeometricStiffnessMatrix matrix;
  };
  struct Constraint {
    core::BaseProjectiveConstraint* component;
    core::BaseState* state;
    int offset;  ///< of its unknowns; negative if it has none
  };
  /// What acts on a pair of states of which one at least is mapped.
  struct Local {
    core::BaseState* row;
    core::BaseState* column;
    linearalgebra::AssembledMatrix matrix;
  };
  /// One term J1^T L J2 of a Local, for a pair of main states.
  struct Term {
    const Local* local;
    const linearalgebra::BlockMatrix* left;   ///< null: the identity
    const linearalgebra::BlockMatrix* right;  ///< null: the identity
    int rowOffset, columnOffset;              ///< in blocks
    linearalgebra::BlockTranspose transpose;
    linearalgebra::BlockProduct product;
    linearalgebra::BlockMatrix leftTransposed, localTimesRight;
  };

  bool sizesChanged() const;
  void plan();
  void planContributors();
  linearalgebra::Contribution* target(core::BaseState* row, core::BaseState* column);
  void addTargets(core::BlockTable& table, const std::vector<core::BaseState*>& states);
  void contribute(const core::MechanicalParams& params, const Options& options);
  void planTerms(bool localsComplete);
  void makeTerms();
  bool isConstant(const Local& local) const;
  const linearalgebra::BlockMatrix* jacobian(const Local& local, bool left, const MappedJacobians::Part& part);
  std::vector<std::pair<int, int>> diagonal() const;
  /// L J2, or L itself; also transposes J1.
  static const linearalgebra::BlockMatrix& computeFactors(Term& term);
  void projectMapped();
  void applyDirichlet(const core::Component& owner);
  void planDirichlet();
  void reportOutOfRange(const Options& options);

  Node* m_node = nullptr;
  std::size_t m_graphVersion = ~std::size_t{0};
  MechanicalGraph::Flat m_flat;
  std::vector<core::BaseState*> m_states;
  std::vector<std::size_t> m_sizes;                           ///< of every state of the flat graph at the last plan
  std::unordered_map<const core::BaseState*, int> m_offsets;  ///< of the main states, in scalars
  int m_size = 0, m_blockSize = 1;

  linearalgebra::AssembledMatrix m_main;
  std::vector<Force> m_forces;
  std::vector<Mass> m_masses;
  std::vector<Geometry> m_geometries;
  std::vector<Constraint> m_constraints;
  std::map<std::pair<std::size_t, std::size_t>, std::unique_ptr<Local>> m_locals;  ///< by places in the flat graph
  std::unordered_map<const core::BaseState*, std::size_t> m_places;

  MappedJacobians m_jacobians;
  std::vector<core::MatrixProjection*> m_projections;
  /// Of a pair of states, the row's or the column's with respect to a main state; states by their places.
  struct ConstantKey {
    std::size_t row, column, main;
    bool left;
    auto operator<=>(const ConstantKey&) const = default;
  };
  /// Jacobians kept for pairs of states whose projection is said to be constant.
  std::map<ConstantKey, linearalgebra::BlockMatrix> m_constant;
  std::vector<std::unique_ptr<Term>> m_terms;
  std::vector<std::size_t> m_termVersions;         ///< patterns the terms were made for
  linearalgebra::AssembledMatrix m_ignoredMatrix;  ///< takes what states of other systems would get

  core::ZeroDirichletCondition m_dirichlet;
  std::vector<std::pair<int, int>> m_discarded;  ///< what the following positions were found for
  std::size_t m_discardedPattern = 0;
  std::vector<std::size_t> m_zeros, m_ones;  ///< values that become 0 and 1
  std::vector<const core::Component*> m_told;
};

}  // namespace sofa::simulation
