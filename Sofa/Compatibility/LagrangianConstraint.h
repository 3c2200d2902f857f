// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <deque>
#include <memory>

#include "Sofa/Compatibility/BaseMatrix.h"
#include "Sofa/Compatibility/ConstraintResolution.h"
#include "Sofa/Compatibility/FullVector.h"
#include "Sofa/Compatibility/Object.h"
#include "Sofa/Compatibility/State.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"

/// Constraints solved by multipliers, with the signatures of SOFA v26.06: rows from buildConstraintMatrix, violations
/// from getConstraintViolation, laws from getConstraintResolution, which constraint solvers of the framework run.
namespace sofa::core::behavior {

/// Is told when multipliers are found.
class SolvedConstraint : public core::BaseLagrangianConstraint {
 public:
  SolvedConstraint() { d_listening.set(true); }
  void handleEvent(core::Event& event) override {
    if (eventAs<SolveConstraintSystemEndEvent>(event)) solved();
  }

 protected:
  virtual void solved() = 0;
};

/// The members that all these constraints share, whatever their states.
class BaseLagrangianConstraint : public compatibility::Author<SolvedConstraint> {
  using Contract = compatibility::Author<SolvedConstraint>;

 public:
  core::Data<int>& group{this->d_group};
  core::Data<unsigned>& m_constraintIndex{this->Contract::d_constraintIndex};

  /// Violations at the free motion, at the rows that buildConstraintMatrix numbered.
  virtual void getConstraintViolation(const ConstraintParams* cParams, linearalgebra::BaseVector* violations) = 0;
  /// One law per block of rows, at the number of its first row; whoever asks owns it.
  virtual void getConstraintResolution(const ConstraintParams*, std::vector<ConstraintResolution*>& resolutions,
                                       unsigned int& offset) {
    getConstraintResolution(resolutions, offset);
  }
  virtual void getConstraintResolution(std::vector<ConstraintResolution*>&, unsigned int& /*offset*/) {}
  /// The multipliers of its rows, when they are found.
  virtual void storeLambda(const ConstraintParams*, std::span<const double> /*lambda*/) {}

  void addRows(ConstraintProblem& problem) final;

 protected:
  /// Fills rows from `index` on, which it counts up, and hands them to the problem.
  virtual void writeRows(const ConstraintParams& params, unsigned& index) = 0;
  virtual void moveRows(ConstraintProblem& problem) = 0;

 private:
  void solved() override;
  bool addBlocks(ConstraintProblem& problem, std::span<const double> violations);

  struct Block {
    std::unique_ptr<compatibility::ResolutionLaw> law;
    int firstRow, rows;
  };
  std::vector<Block> m_blocks;
  ConstraintProblem* m_problem = nullptr;  ///< that it added its rows to last
  int m_firstRow = 0, m_rows = 0;
};

/// Rows of one state, as buildConstraintMatrix writes them.
template <class DataTypes>
class ConstraintRows {
 public:
  using MatrixDeriv = typename DataTypes::MatrixDeriv;
  sofa::Data<MatrixDeriv>& cleared() {
    m_rows.beginEdit()->clear();
    return m_rows;
  }
  void addTo(ConstraintProblem& problem, const State<DataTypes>& state) const {
    ConstraintJacobian::Adder add(problem.jacobian, &state);
    const MatrixDeriv& rows = m_rows.getValue();
    for (auto row = rows.begin(); row != rows.end(); ++row)
      for (auto column = row.begin(); column != row.end(); ++column)
        add(row.index(), static_cast<std::size_t>(column.index()), column.val());
  }

 private:
  sofa::Data<MatrixDeriv> m_rows;
};

/// On one state.
template <class TDataTypes>
class LagrangianConstraint : public BaseLagrangianConstraint {
 public:
  using DataTypes = TDataTypes;
  using Real = typename DataTypes::Real;
  using Coord = typename DataTypes::Coord;
  using Deriv = typename DataTypes::Deriv;
  using VecCoord = typename DataTypes::VecCoord;
  using VecDeriv = typename DataTypes::VecDeriv;
  using MatrixDeriv = typename DataTypes::MatrixDeriv;
  using DataVecCoord = sofa::Data<VecCoord>;
  using DataVecDeriv = sofa::Data<VecDeriv>;
  using DataMatrixDeriv = sofa::Data<MatrixDeriv>;

  core::Link<State<DataTypes>> l_mstate{this, "mstate",
                                        "state the constraint acts on; default: the one visible from here"};
  StateLink<DataTypes> mstate{l_mstate};
  core::Data<double>& endTime{this->d_endTime};

  explicit LagrangianConstraint(State<DataTypes>* state = nullptr) {
    if (state) l_mstate.set(state);
  }
  State<DataTypes>* getMState() const { return mstate.get(); }
  static std::string staticTemplateName() { return DataTypes::Name(); }
  static bool canCreate(Node& node, const ComponentDescription& description, std::string& why) {
    return checkState<DataTypes>(node, description, "mstate", why);
  }

  virtual void buildConstraintMatrix(const ConstraintParams* cParams, DataMatrixDeriv& c, unsigned int& cIndex,
                                     const DataVecCoord& x) = 0;
  virtual void getConstraintViolation(const ConstraintParams* cParams, linearalgebra::BaseVector* violations,
                                      const DataVecCoord& x, const DataVecDeriv& v) = 0;
  void getConstraintViolation(const ConstraintParams* cParams, linearalgebra::BaseVector* violations) override {
    getConstraintViolation(cParams, violations, *mstate->read(cParams->xFree), *mstate->read(cParams->vFree));
  }
  using BaseLagrangianConstraint::getConstraintResolution;

  void init() override {
    BaseLagrangianConstraint::init();
    requireState(*this, l_mstate);
  }
  void bwdInit() override {}

 protected:
  void writeRows(const ConstraintParams& params, unsigned& index) override {
    if (l_mstate) buildConstraintMatrix(&params, m_constraintRows.cleared(), index, *mstate->read(params.x));
  }
  void moveRows(ConstraintProblem& problem) override {
    if (l_mstate) m_constraintRows.addTo(problem, *l_mstate);
  }

 private:
  ConstraintRows<DataTypes> m_constraintRows;
};

/// Between two states of one type.
template <class TDataTypes>
class PairInteractionConstraint : public BaseLagrangianConstraint {
 public:
  using DataTypes = TDataTypes;
  using Real = typename DataTypes::Real;
  using Coord = typename DataTypes::Coord;
  using Deriv = typename DataTypes::Deriv;
  using VecCoord = typename DataTypes::VecCoord;
  using VecDeriv = typename DataTypes::VecDeriv;
  using MatrixDeriv = typename DataTypes::MatrixDeriv;
  using DataVecCoord = sofa::Data<VecCoord>;
  using DataVecDeriv = sofa::Data<VecDeriv>;
  using DataMatrixDeriv = sofa::Data<MatrixDeriv>;

  core::Link<State<DataTypes>> l_object1{this, "object1", "first state"};
  core::Link<State<DataTypes>> l_object2{this, "object2", "second state"};
  StateLink<DataTypes> mstate1{l_object1}, mstate2{l_object2};
  core::Data<double>& endTime{this->d_endTime};

  explicit PairInteractionConstraint(State<DataTypes>* first = nullptr, State<DataTypes>* second = nullptr) {
    if (first) l_object1.set(first);
    if (second) l_object2.set(second);
  }
  State<DataTypes>* getMState1() const { return mstate1.get(); }
  State<DataTypes>* getMState2() const { return mstate2.get(); }
  State<DataTypes>* getMechModel1() const { return mstate1.get(); }
  State<DataTypes>* getMechModel2() const { return mstate2.get(); }
  static std::string staticTemplateName() { return DataTypes::Name(); }
  static bool canCreate(Node& node, const ComponentDescription& description, std::string& why) {
    return checkState<DataTypes>(node, description, "object1", why) &&
           checkState<DataTypes>(node, description, "object2", why);
  }

  virtual void buildConstraintMatrix(const ConstraintParams* cParams, DataMatrixDeriv& c1, DataMatrixDeriv& c2,
                                     unsigned int& cIndex, const DataVecCoord& x1, const DataVecCoord& x2) = 0;
  virtual void getConstraintViolation(const ConstraintParams* cParams, linearalgebra::BaseVector* violations,
                                      const DataVecCoord& x1, const DataVecCoord& x2, const DataVecDeriv& v1,
                                      const DataVecDeriv& v2) = 0;
  void getConstraintViolation(const ConstraintParams* cParams, linearalgebra::BaseVector* violations) override {
    getConstraintViolation(cParams, violations, *mstate1->read(cParams->xFree), *mstate2->read(cParams->xFree),
                           *mstate1->read(cParams->vFree), *mstate2->read(cParams->vFree));
  }
  using BaseLagrangianConstraint::getConstraintResolution;

  void init() override {
    BaseLagrangianConstraint::init();
    if (l_object1 && l_object2) return;
    this->error("object1 and object2 have to name states: nothing is constrained.");
    this->setInvalid();
  }
  void bwdInit() override {}

 protected:
  void writeRows(const ConstraintParams& params, unsigned& index) override {
    if (!l_object1 || !l_object2) return;
    // One list for both, if both are the same state.
    auto& second = mstate1 == mstate2 ? m_rows1 : m_rows2;
    auto& c1 = m_rows1.cleared();
    auto& c2 = second.cleared();
    buildConstraintMatrix(&params, c1, c2, index, *mstate1->read(params.x), *mstate2->read(params.x));
  }
  void moveRows(ConstraintProblem& problem) override {
    if (!l_object1 || !l_object2) return;
    m_rows1.addTo(problem, *l_object1);
    if (!(mstate1 == mstate2)) m_rows2.addTo(problem, *l_object2);
  }

 private:
  ConstraintRows<DataTypes> m_rows1, m_rows2;
};

// Former names.
using BaseConstraint = BaseLagrangianConstraint;
template <class DataTypes>
using Constraint = LagrangianConstraint<DataTypes>;

}  // namespace sofa::core::behavior
