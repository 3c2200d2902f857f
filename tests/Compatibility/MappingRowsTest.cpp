// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include <sofa/core/Mapping.h>
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/LinearAlgebra/AssembledMatrix.h"

/// Where the matrix J of a mapping in the form of SOFA v26.06 comes from.
namespace sofa::tests {
namespace {

using defaulttype::Vec1Types;
using defaulttype::Vec3Types;

/// out_i = x_i + 2 y_i + 3 z_(i+1).
class Sum : public core::Mapping<Vec3Types, Vec1Types> {
 public:
  SOFA_CLASS(Sum, SOFA_TEMPLATE2(core::Mapping, Vec3Types, Vec1Types));
  void init() override {
    toModel->resize(fromModel->getSize() - 1);
    Inherit1::init();
  }
  void apply(const core::MechanicalParams*, OutDataVecCoord& out, const InDataVecCoord& in) override {
    out.beginEdit()->resize(in.getValue().size() - 1);
    multiply(*out.beginEdit(), in.getValue());
  }
  void applyJ(const core::MechanicalParams*, OutDataVecDeriv& out, const InDataVecDeriv& in) override {
    multiply(*out.beginEdit(), in.getValue());
  }
  void applyJT(const core::MechanicalParams*, InDataVecDeriv& in, const OutDataVecDeriv& out) override {
    for (std::size_t i = 0; i < out.getValue().size(); ++i) {
      const double f = out.getValue()[i][0];
      (*in.beginEdit())[i] += type::Vec3(f, 2 * f, 0);
      (*in.beginEdit())[i + 1][2] += 3 * f;
    }
  }

 private:
  template <class O, class I>
  static void multiply(O& out, const I& in) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i][0] = in[i][0] + 2 * in[i][1] + 3 * in[i + 1][2];
  }
};

class SumWithRows : public Sum {
 public:
  using Sum::applyJT;
  void applyJT(const core::ConstraintParams*, InDataMatrixDeriv& in, const OutDataMatrixDeriv& out) override {
    ++called;
    InMatrixDeriv& result = *in.beginEdit();
    for (auto row = out.getValue().begin(); row != out.getValue().end(); ++row) {
      auto line = result.writeLine(row.index());
      for (auto column = row.begin(); column != row.end(); ++column) {
        line.addCol(column.index(), type::Vec3(1, 2, 0) * column.val()[0]);
        line.addCol(column.index() + 1, type::Vec3(0, 0, 3) * column.val()[0]);
      }
    }
  }
  int called = 0;
};

/// Many plugins leave this one empty.
class SumWithEmptyRows : public Sum {
 public:
  using Sum::applyJT;
  void applyJT(const core::ConstraintParams*, InDataMatrixDeriv&, const OutDataMatrixDeriv&) override {}
};

const int sum = core::RegisterObject("").add<Sum>();
const int sumWithRows = core::RegisterObject("").add<SumWithRows>();
const int sumWithEmptyRows = core::RegisterObject("").add<SumWithEmptyRows>();

Eigen::MatrixXd jacobian(const std::string& mapping, std::size_t& warnings, int* called = nullptr) {
  CapturedMessages messages;
  const Scene scene(
      "<MechanicalObject template='Vec3d' position='1 2 3  4 5 6  7 8 9'/><Node name='sum'>"
      "<MechanicalObject template='Vec1d'/><" +
      mapping + "/></Node>");
  auto& component = scene.first<core::BaseMapping>();
  linearalgebra::AssembledMatrix matrix;
  matrix.reset(1, 2, 9);
  core::JacobianMatrix table;
  table.add(component.outputs()[0], component.inputs()[0], &matrix.add(0, 0, 2, 9));
  for (int build = 0; build < 3; ++build) {
    matrix.begin();
    component.buildJacobian(&table);
    matrix.complete();
  }
  warnings = messages.warnings("not the transpose");
  if (called) *called = dynamic_cast<SumWithRows&>(component).called;
  return matrix.matrix().dense();
}

TEST(MappingRows, JacobianIsTheSameWhereverItComesFrom) {
  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(2, 9);
  expected.row(0) << 1, 2, 0, 0, 0, 3, 0, 0, 0;
  expected.row(1) << 0, 0, 0, 1, 2, 0, 0, 0, 3;
  std::size_t warnings = 0;
  int called = 0;
  EXPECT_EQ(jacobian("Sum", warnings), expected) << "from products";
  EXPECT_EQ(warnings, 0u);
  EXPECT_EQ(jacobian("SumWithRows", warnings, &called), expected) << "from applyJT of the identity";
  EXPECT_EQ(warnings, 0u);
  EXPECT_EQ(called, 3) << "each time: J may depend on positions";
  EXPECT_EQ(jacobian("SumWithEmptyRows", warnings), expected) << "from products, as the rows are wrong";
  EXPECT_EQ(warnings, 1u);
}

}  // namespace
}  // namespace sofa::tests
