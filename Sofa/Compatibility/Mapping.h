// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <cmath>

#include "Sofa/Compatibility/BaseMatrix.h"
#include "Sofa/Compatibility/Object.h"
#include "Sofa/Compatibility/State.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"

namespace sofa::core {

/// A mapping with the signatures of SOFA v26.06: what code written for SOFA means
/// by core::Mapping (Sofa/Compatibility/Names.h).
template <class TIn, class TOut>
class AuthorMapping : public compatibility::Author<Mapping<TIn, TOut>> {
  using Contract = Mapping<TIn, TOut>;

 public:
  using In = TIn;
  using Out = TOut;
  using InCoord = typename In::Coord;
  using InDeriv = typename In::Deriv;
  using InVecCoord = typename In::VecCoord;
  using InVecDeriv = typename In::VecDeriv;
  using InMatrixDeriv = typename In::MatrixDeriv;
  using OutCoord = typename Out::Coord;
  using OutDeriv = typename Out::Deriv;
  using OutVecCoord = typename Out::VecCoord;
  using OutVecDeriv = typename Out::VecDeriv;
  using OutMatrixDeriv = typename Out::MatrixDeriv;
  using InDataVecCoord = sofa::Data<InVecCoord>;
  using InDataVecDeriv = sofa::Data<InVecDeriv>;
  using InDataMatrixDeriv = sofa::Data<InMatrixDeriv>;
  using OutDataVecCoord = sofa::Data<OutVecCoord>;
  using OutDataVecDeriv = sofa::Data<OutVecDeriv>;
  using OutDataMatrixDeriv = sofa::Data<OutMatrixDeriv>;

  StateLink<In> fromModel{this->l_input};
  StateLink<Out> toModel{this->l_output};

  explicit AuthorMapping(State<In>* from = nullptr, State<Out>* to = nullptr) { setModels(from, to); }
  State<In>* getFromModel() const { return fromModel.get(); }
  State<Out>* getToModel() const { return toModel.get(); }
  void setModels(State<In>* from, State<Out>* to) {
    if (from) fromModel.set(from);
    if (to) toModel.set(to);
  }
  void setPathInputObject(const std::string& path) { fromModel.setPath(path); }
  void setPathOutputObject(const std::string& path) { toModel.setPath(path); }

  virtual void apply(const MechanicalParams* mparams, OutDataVecCoord& out, const InDataVecCoord& in) = 0;
  virtual void applyJ(const MechanicalParams* mparams, OutDataVecDeriv& out, const InDataVecDeriv& in) = 0;
  /// in += J^T out.
  virtual void applyJT(const MechanicalParams* mparams, InDataVecDeriv& in, const OutDataVecDeriv& out) = 0;
  /// in += out J, row by row. Where it is written, it gives the matrix J too.
  virtual void applyJT(const ConstraintParams*, InDataMatrixDeriv&, const OutDataMatrixDeriv&) { m_hasRows = false; }
  /// J, where the mapping keeps it: its first matrix, or the other form for one. By default there is none.
  virtual const type::vector<linearalgebra::BaseMatrix*>* getJs() { return nullptr; }
  virtual const linearalgebra::BaseMatrix* getJ() { return nullptr; }
  virtual const linearalgebra::BaseMatrix* getJ(const MechanicalParams*) { return getJ(); }
  /// parentForce += kFactor (dJ^T/dx childForce) parentDisplacement.
  virtual void applyDJT(const MechanicalParams* mparams, MultiVecDerivId parentForce, ConstMultiVecDerivId childForce) {
    Contract::applyDJT(*mparams, parentForce, childForce);
  }
  /// Adds dJ^T/dx times the forces of the output, by default found from applyDJT.
  virtual void buildGeometricStiffnessMatrix(GeometricStiffnessMatrix* matrix) {
    Contract::buildGeometricStiffnessMatrix(matrix, m_childForce);
  }

  void apply(OutVecCoord& out, const InVecCoord& in) final {
    const MechanicalParams params;
    OutDataVecCoord result(&out);
    apply(&params, result, compatibility::ConstView(in));
  }
  void applyJ(OutVecDeriv& out, const InVecDeriv& in) final {
    const MechanicalParams params;
    OutDataVecDeriv result(&out);
    applyJ(&params, result, compatibility::ConstView(in));
  }
  void applyJT(InVecDeriv& in, const OutVecDeriv& out) final {
    const MechanicalParams params;
    InDataVecDeriv result(&in);
    applyJT(&params, result, compatibility::ConstView(out));
  }
  void applyDJT(const MechanicalParams& params, VecDerivId dfIn, VecDerivId childForce) final {
    if (this->l_input && this->l_output) applyDJT(&params, dfIn, childForce);
  }
  void buildGeometricStiffnessMatrix(GeometricStiffnessMatrix* matrix, VecDerivId childForce) final {
    m_childForce = childForce;
    buildGeometricStiffnessMatrix(matrix);
  }

  void buildJacobian(JacobianMatrix* jacobian) override {
    if (!buildJacobianFromMatrix(*jacobian) && !buildJacobianFromRows(*jacobian)) Contract::buildJacobian(jacobian);
  }

 private:
  static constexpr int rows = Out::derivSize, columns = In::derivSize;

  bool buildJacobianFromMatrix(JacobianMatrix& jacobian) {
    const auto* all = getJs();
    const linearalgebra::BaseMatrix* matrix = all && !all->empty() ? all->front() : getJ();
    if (!matrix) return false;
    const auto block = jacobian.block(this->l_output.get(), this->l_input.get());
    matrix->forEachEntry([&](int row, int column, double value) { block(row, column) += value; });
    return true;
  }

  /// False if applyJT for rows is not written, or is not the transpose of applyJ.
  bool buildJacobianFromRows(JacobianMatrix& jacobian) {
    if (!m_hasRows) return false;
    OutDataMatrixDeriv identity;
    for (std::size_t i = 0; i < this->l_output->size(); ++i)
      for (int k = 0; k < rows; ++k)
        identity.beginEdit()->writeLine(static_cast<int>(i) * rows + k).addCol(static_cast<int>(i), OutDeriv::Unit(k));
    InDataMatrixDeriv result;
    const ConstraintParams params;
    applyJT(&params, result, identity);
    if (!m_hasRows) return false;
    const InMatrixDeriv& j = result.getValue();
    if (!agreesWithProduct(j)) {
      this->warning(
          "applyJT for constraints is not the transpose of applyJ: the assembled system finds the matrix of this "
          "mapping "
          "from applyJ, column by column. Write both for the same J.");
      return m_hasRows = false;
    }
    const auto block = jacobian.block(this->l_output.get(), this->l_input.get());
    for (auto row = j.begin(); row != j.end(); ++row)
      for (auto column = row.begin(); column != row.end(); ++column)
        block(row.index(), columns * column.index()) += column.val().transpose();
    return true;
  }

  /// Compares with applyJ of one vector that has no structure.
  bool agreesWithProduct(const InMatrixDeriv& j) {
    this->l_input->allocate(vec::probe);
    this->l_output->allocate(vec::probeResult);
    InVecDeriv& direction = this->l_input->writeDerivs(vec::probe);
    int n = 0;
    for (auto& d : direction)
      for (int k = 0; k < columns; ++k) d[k] = std::sin(1.0 + 1.7 * ++n);
    OutVecDeriv& product = this->l_output->writeDerivs(vec::probeResult);
    applyJ(product, direction);
    std::vector<double> expected(product.size() * rows, 0.0);
    for (auto row = j.begin(); row != j.end(); ++row)
      for (auto column = row.begin(); column != row.end(); ++column)
        expected[row.index()] += column.val().dot(direction[column.index()]);
    double error = 0, size = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      error = std::max(error, std::abs(expected[i] - product[i / rows][static_cast<int>(i % rows)]));
      size = std::max(size, std::abs(product[i / rows][static_cast<int>(i % rows)]));
    }
    return error <= 1e-8 * size;
  }

  bool m_hasRows = true;
  VecDerivId m_childForce = vec::force;
};

}  // namespace sofa::core
#define SOFA_AUTHOR_HAS_MAPPING
