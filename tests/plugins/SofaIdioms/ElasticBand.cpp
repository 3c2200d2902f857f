// SPDX-License-Identifier: Apache-2.0
// A band between two points of two bodies; linear, so that its matrix is written once.
#include <sofa/core/ObjectFactory.h>
#include <sofa/defaulttype/VecTypes.h>
#include <sofa/type/Mat.h>
#include <sofa/core/behavior/PairInteractionForceField.inl>

namespace sofaidioms {

template <class DataTypes>
class ElasticBand : public sofa::core::behavior::PairInteractionForceField<DataTypes> {
 public:
  SOFA_CLASS(SOFA_TEMPLATE(ElasticBand, DataTypes),
             SOFA_TEMPLATE(sofa::core::behavior::PairInteractionForceField, DataTypes));
  typedef sofa::core::behavior::PairInteractionForceField<DataTypes> Inherit;
  typedef sofa::Data<typename DataTypes::VecCoord> DataVecCoord;
  typedef sofa::Data<typename DataTypes::VecDeriv> DataVecDeriv;
  typedef typename DataTypes::Deriv Deriv;
  typedef sofa::type::Mat<DataTypes::spatial_dimensions, DataTypes::spatial_dimensions, SReal> Mat;

  sofa::Data<sofa::type::vector<sofa::type::fixed_array<sofa::Index, 2>>> d_pairs;
  sofa::Data<Mat> d_stiffness;

  ElasticBand()
      : d_pairs(initData(&d_pairs, "pairs", "a point of each state")),
        d_stiffness(initData(&d_stiffness, Mat(Mat::Identity()), "stiffness", "matrix")) {}

  void addForce(const sofa::core::MechanicalParams*, DataVecDeriv& f1, DataVecDeriv& f2, const DataVecCoord& x1,
                const DataVecCoord& x2, const DataVecDeriv&, const DataVecDeriv&) override {
    auto force1 = sofa::helper::getWriteAccessor(f1);
    auto force2 = sofa::helper::getWriteAccessor(f2);
    for (const auto& [i, j] : d_pairs.getValue()) {
      const Deriv pull = d_stiffness.getValue() * (x2.getValue()[j] - x1.getValue()[i]);
      force1[i] += pull;
      force2[j] -= pull;
    }
  }
  void addDForce(const sofa::core::MechanicalParams* mparams, DataVecDeriv& df1, DataVecDeriv& df2,
                 const DataVecDeriv& dx1, const DataVecDeriv& dx2) override {
    const Mat k = d_stiffness.getValue() * mparams->kFactor();
    for (const auto& [i, j] : d_pairs.getValue()) {
      const Deriv change = k * (dx2.getValue()[j] - dx1.getValue()[i]);
      (*df1.beginEdit())[i] += change;
      (*df2.beginEdit())[j] -= change;
    }
  }
  void buildStiffnessMatrix(sofa::core::behavior::StiffnessMatrix* matrix) override {
    auto df1_dx1 = matrix->getForceDerivativeIn(this->mstate1).withRespectToPositionsIn(this->mstate1);
    auto df1_dx2 = matrix->getForceDerivativeIn(this->mstate1).withRespectToPositionsIn(this->mstate2);
    auto df2_dx1 = matrix->getForceDerivativeIn(this->mstate2).withRespectToPositionsIn(this->mstate1);
    auto df2_dx2 = matrix->getForceDerivativeIn(this->mstate2).withRespectToPositionsIn(this->mstate2);
    const Mat& k = d_stiffness.getValue();
    constexpr auto N = DataTypes::deriv_total_size;
    for (const auto& [i, j] : d_pairs.getValue()) {
      df1_dx1(N * i, N * i) += -k;
      df1_dx2(N * i, N * j) += k;
      df2_dx1(N * j, N * i) += k;
      df2_dx2(N * j, N * j) += -k;
    }
  }
  void buildDampingMatrix(sofa::core::behavior::DampingMatrix*) override {}
  SReal getPotentialEnergy(const sofa::core::MechanicalParams*, const DataVecCoord& x1,
                           const DataVecCoord& x2) const override {
    SReal e = 0;
    for (const auto& [i, j] : d_pairs.getValue()) {
      const Deriv gap = x2.getValue()[j] - x1.getValue()[i];
      e += gap * (d_stiffness.getValue() * gap) / 2;
    }
    return e;
  }
};

int ElasticBandClass =
    sofa::core::RegisterObject("Bands between points").add<ElasticBand<sofa::defaulttype::Vec3Types>>();

}  // namespace sofaidioms
