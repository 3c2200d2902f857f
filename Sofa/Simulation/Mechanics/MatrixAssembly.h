// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MatrixProjection.h"
#include "Sofa/Simulation/Mechanics/MappedJacobians.h"
#include "Sofa/Simulation/Mechanics/MatrixPart.h"
#include "Sofa/Simulation/Mechanics/MechanicalPlan.h"

namespace sofa::simulation {

/// Assembles A = m M + b B + k K of everything below a node into one sparse matrix (docs/manual/mechanics-plan.md).
///
/// Unknowns are the scalars of the states that no mapping drives, in scene order. What acts on a mapped state is
/// collected in a matrix of its own and enters as J^T K J. The first build records where every contribution lands;
/// later ones write into place until a sequence of insertions changes. When components come or go, those that stay keep
/// their places, and a pattern that comes out equal keeps its version. Contacts have a matrix of their own, which is
/// added to that of the bodies: in place where it has room for them, else into a third that has.
class MatrixAssembly {
 public:
  struct Options {
    bool stiffness = true, mass = true, damping = true, geometricStiffness = true;
    bool projectiveConstraints = true, mappedComponents = true;
    bool checkIndices = false;  ///< report every entry outside of its block, not only the first of a component
  };

  void bind(core::Node& node);
  /// Before the first build: the system is that of a chain of frames, with a quirk (see ChainQuirk.h).
  void setChain(bool isChain) { m_isChain = isChain; }
  /// Messages that concern no single component are said by `owner`.
  void build(const core::MechanicalParams& params, const Options& options, const core::Component& owner);

  const linearalgebra::BlockMatrix& matrix() const { return m_usesSum ? m_sum : m_bodies.matrix.matrix(); }
  std::span<core::BaseState* const> states() const { return m_layout.states; }
  int size() const { return m_layout.size; }
  /// The force fields and masses on unmapped states that the matrix is the sum of; null if there is more to it:
  /// contacts, what acts on mapped states, geometric stiffness, blocks of a chain in wrong places.
  const MatrixPart* summands() const;
  /// The pairs of rows and columns that constraints replaced by those of the identity in the last build.
  std::span<const std::pair<int, int>> discarded() const { return m_dirichlet.discarded(); }
  /// Takes in changes of the graph and of sizes; build() does so by itself.
  void update();
  /// The unknowns below the node are no longer those of the last build.
  bool isOutdated();
  /// The next assembly is the first one of the run again.
  void reset();
  /// Jacobians as the first assembly found them, where these serve later ones (core::MatrixProjection).
  void archive(core::Archive& archive);

 private:
  struct Constraint {
    core::BaseProjectiveConstraint* component;
    core::BaseState* state;
    int offset;  ///< of its unknowns; negative if it has none
  };

  const MechanicalGraph::Subtree& subtree() { return m_plan->graph().subtree; }
  void updateProjections();
  UnknownsLayout findLayout();
  void planBodies(bool keep);
  void planConstraints();
  void buildPart(MatrixPart& part, const core::MechanicalParams& params, const Options& options);
  static void contribute(MatrixPart& part, const core::MechanicalParams& params, const Options& options);
  void planProjections(MatrixPart& part, bool mappedComplete);
  void updateJacobians(bool otherStates);
  void makeTerms(MatrixPart& part);
  /// What is said of Jacobians of a pair, null for nothing.
  core::MatrixProjection* projectionOf(const core::BaseState* row, const core::BaseState* column) const;
  const linearalgebra::BlockMatrix* jacobian(const MatrixPart::MappedStiffness& stiffness, bool left,
                                             const MappedJacobians::Part& part);
  std::vector<std::pair<int, int>> fixedBlocks(const MatrixPart& part) const;
  void addContacts();
  void planSum();
  linearalgebra::BlockMatrix& sum() { return m_usesSum ? m_sum : m_bodies.matrix.matrix(); }
  void misplaceOutside(const core::Component& owner);
  void applyDirichlet(const core::Component& owner);
  void planDirichlet();
  void reportOutOfRange(const Options& options);

  Node* m_node = nullptr;
  bool m_isChain = false, m_toldOfOutside = false;
  std::size_t m_graphVersion = ~std::size_t{0};
  MechanicalPlan* m_plan = nullptr;
  std::size_t m_structure = 0, m_unknowns = 0, m_contactsVersion = 0, m_timesAnew = 0;  ///< at the last update
  UnknownsLayout m_layout;
  MatrixPart m_bodies, m_contacts;
  std::vector<Constraint> m_constraints;

  MappedJacobians m_jacobians;
  std::unordered_set<const core::BaseState*> m_needed;  ///< mapped states whose Jacobians are wanted
  bool m_jacobiansCurrent = false;                      ///< computed in this build
  std::size_t m_jacobianPatterns = 0;                   ///< rises when the pattern of one changes
  std::vector<core::MatrixProjection*> m_projections;
  /// Of a pair of states, the row's or the column's with respect to a main state; states by their places.
  struct ConstantKey {
    std::size_t row, column, main;
    bool left;
    auto operator<=>(const ConstantKey&) const = default;
  };
  void forgetFirst();
  void placeJacobian(const ConstantKey& key, linearalgebra::BlockMatrix& placed);

  /// Jacobians of the first assembly, kept for pairs of states of whose projection something is said.
  std::map<ConstantKey, linearalgebra::BlockMatrix> m_first;
  /// The current ones with the nonzero entries in the places of the first ones.
  std::map<ConstantKey, linearalgebra::BlockMatrix> m_placed;

  linearalgebra::BlockMatrix m_sum;  ///< of bodies and contacts, where the pattern of the bodies has no room for them
  bool m_usesSum = false;
  std::size_t m_bodyPattern = 0, m_contactPattern = 0;     ///< what the following places were found for
  bool m_contactsFit = false;                              ///< into the pattern of the bodies
  std::vector<std::size_t> m_bodyPlaces, m_contactPlaces;  ///< of their blocks in the sum

  core::ZeroDirichletCondition m_dirichlet;
  std::vector<std::pair<int, int>> m_discarded;  ///< what the following positions were found for
  std::size_t m_discardedPattern = 0;
  std::vector<std::size_t> m_zeros, m_ones;  ///< values that become 0 and 1
  std::vector<const core::Component*> m_told;
};

}  // namespace sofa::simulation
