// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/LinearAlgebra/AssembledMatrix.h"
#include "Sofa/LinearAlgebra/BlockProduct.h"

namespace sofa::simulation {

/// Where the unknowns of a system lie: the scalars of the states that no mapping drives, one state after the other.
struct UnknownsLayout {
  std::vector<core::BaseState*> states;                     ///< those states
  std::unordered_map<const core::BaseState*, int> offsets;  ///< of their first unknowns
  /// Of every mechanical state below the node: its number in graph order, and its size.
  std::unordered_map<const core::BaseState*, std::size_t> places;
  std::vector<std::size_t> sizes;
  int size = 0, blockSize = 1;
  int mappedBlockSize = 1;       ///< of matrices of mapped states and of their Jacobians; divides blockSize
  bool mistakesOutside = false;  ///< see ChainQuirk.h

  bool isMain(const core::BaseState* state) const { return offsets.contains(state); }
};

/// An AssembledMatrix whose sources come and go: what stays keeps its places.
class SourcedMatrix {
 public:
  void reset(int blockSize, int rows, int columns, bool symmetricPattern = false);
  linearalgebra::Contribution* add(int rowOffset, int columnOffset, int rows, int columns);
  void remove(linearalgebra::Contribution& source);
  /// Compares addresses only.
  bool owns(const linearalgebra::Contribution* source) const { return m_sources.contains(source); }
  void setFixedPattern(std::vector<std::pair<int, int>> blocks);
  /// The next sum makes the pattern anew, of what sources add by then.
  void forgetPattern() { m_stale = true; }
  void begin();
  bool complete() { return m_matrix.complete(); }
  linearalgebra::BlockMatrix& matrix() { return m_matrix.matrix(); }
  const linearalgebra::BlockMatrix& matrix() const { return m_matrix.matrix(); }
  bool hasSources() const { return m_sources.size() > m_free.size(); }

 private:
  linearalgebra::AssembledMatrix m_matrix;
  std::unordered_set<const linearalgebra::Contribution*> m_sources;
  std::vector<linearalgebra::Contribution*> m_free;  ///< of sources that went
  std::vector<std::pair<int, int>> m_fixed;
  bool m_stale = false;  ///< the pattern may hold what no source adds any more
};

/// One of the matrices that a system is the sum of, with the components that contribute to it: that of the bodies, or
/// that of the contacts. What acts on a mapped state is collected in a matrix of its own and enters as J^T K J.
class MatrixPart {
 public:
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
  /// What acts on a pair of states of which one at least is mapped.
  struct MappedStiffness {
    core::BaseState* row;
    core::BaseState* column;
    SourcedMatrix matrix;
  };
  /// One projection J1^T L J2 of a MappedStiffness, for a pair of main states.
  struct Projection {
    const MappedStiffness* stiffness;
    const linearalgebra::BlockMatrix* left;   ///< null: the identity
    const linearalgebra::BlockMatrix* right;  ///< null: the identity
    int rowOffset, columnOffset;              ///< in blocks
    linearalgebra::BlockTranspose transpose;
    linearalgebra::BlockProduct product;
    linearalgebra::BlockProduct whole;  ///< where blocks of mapped states are smaller
    linearalgebra::BlockMatrix leftTransposed, mappedTimesRight, sum;
  };
  struct Components {
    std::span<core::BaseForceField* const> forces;
    std::span<core::BaseMass* const> masses = {};
    std::span<core::BaseMapping* const> mappings = {};
  };

  std::vector<Force> forces;
  std::vector<Mass> masses;
  std::vector<Geometry> geometries;
  SourcedMatrix matrix;
  std::map<std::pair<std::size_t, std::size_t>, std::unique_ptr<MappedStiffness>> mapped;  ///< by places of the states
  std::vector<std::unique_ptr<Projection>> projections;
  std::vector<std::size_t>
      projectionVersions;  ///< patterns the projections were made for; empty: they are to be made anew

  /// Takes in which components contribute. keep: the unknowns are where they were, and what is known of components that
  /// stay holds.
  void plan(const UnknownsLayout& layout, const Components& components, bool keep);
  /// Patterns are made anew with the next build; what then comes out equal stays.
  void forgetPatterns();
  void begin();
  bool mappedComplete();
  /// Jacobians are wanted for the mapped states that something acts on.
  std::unordered_set<const core::BaseState*> mappedStates() const;
  /// Adds every projection to the matrix.
  void projectMapped();
  /// L J2, or L itself; also transposes J1.
  static const linearalgebra::BlockMatrix& computeFactors(Projection& projection);
  /// Calls visit(component, table) for all that a component may have written to.
  template <class Visit>
  void forTables(const Visit& visit) const {
    for (const auto& force : forces) {
      visit(*force.component, force.stiffness);
      visit(*force.component, force.damping);
    }
    for (const auto& mass : masses) visit(*mass.component, mass.matrix);
    for (const auto& geometry : geometries) visit(*geometry.component, geometry.matrix);
  }

 private:
  void keepMapped();
  void forgetLost(core::BlockTable& table) const;
  void setTargets(core::BlockTable& table, const std::vector<core::BaseState*>& states);
  linearalgebra::Contribution* target(core::BaseState* row, core::BaseState* column);
  void remove(const core::BlockTable& table);
  void remove(linearalgebra::Contribution& source);
  bool owns(const linearalgebra::Contribution* source) const;
  void removeAll(const Force& force);
  void removeAll(const Mass& mass) { remove(mass.matrix); }
  void removeAll(const Geometry& geometry) { remove(geometry.matrix); }
  template <class Source, class Component, class SetTargets>
  void reconcile(std::vector<Source>& sources, std::span<Component* const> components, const SetTargets& setTargets);

  linearalgebra::Contribution* targetInside(core::BaseState* row, core::BaseState* column);

  const UnknownsLayout* m_layout = nullptr;
  linearalgebra::AssembledMatrix m_ignored;  ///< takes what states of other systems would get
};

}  // namespace sofa::simulation
