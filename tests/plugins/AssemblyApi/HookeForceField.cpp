// SPDX-License-Identifier: Apache-2.0
// Springs along the edges of a list, in the form of SOFA v26.06.
#include <sofa/core/behavior/ForceField.h>

namespace sofa::component::solidmechanics::spring {

template <class DataTypes>
class HookeForceField : public core::behavior::ForceField<DataTypes> {
 public:
  SOFA_CLASS(SOFA_TEMPLATE(HookeForceField, DataTypes), SOFA_TEMPLATE(core::behavior::ForceField, DataTypes));

  using Coord = typename DataTypes::Coord;
  using Deriv = typename DataTypes::Deriv;
  using VecCoord = typename DataTypes::VecCoord;
  using VecDeriv = typename DataTypes::VecDeriv;
  using Real = typename DataTypes::Real;
  typedef core::objectmodel::Data<VecCoord> DataVecCoord;
  typedef core::objectmodel::Data<VecDeriv> DataVecDeriv;
  static constexpr sofa::Size N = DataTypes::deriv_total_size;
  using Block = sofa::type::Mat<N, N, Real>;

  Data<Real> d_stiffness;                              ///< N/m
  Data<sofa::type::vector<sofa::type::Edge>> d_edges;  ///< pairs of points

  HookeForceField()
      : d_stiffness(initData(&d_stiffness, Real(100), "stiffness", "stiffness of every spring (N/m)")),
        d_edges(initData(&d_edges, "edges", "pairs of points")) {}

  void init() override {
    Inherit1::init();
    const auto x0 = this->mstate->readRestPositions();
    const auto edges = sofa::helper::getReadAccessor(d_edges);
    m_length.clear();
    for (const auto& edge : edges) m_length.push_back((x0[edge[1]] - x0[edge[0]]).norm());
    if (m_length.empty()) msg_warning() << "no edges: nothing is held together";
    this->d_componentState.setValue(core::objectmodel::ComponentState::Valid);
  }

  void addForce(const core::MechanicalParams* mparams, DataVecDeriv& d_f, const DataVecCoord& d_x,
                const DataVecDeriv& d_v) override {
    SOFA_UNUSED(mparams);
    SOFA_UNUSED(d_v);
    sofa::helper::WriteAccessor<DataVecDeriv> f = d_f;
    sofa::helper::ReadAccessor<DataVecCoord> x = d_x;
    const auto& edges = d_edges.getValue();
    const Real k = d_stiffness.getValue();
    m_tangents.resize(edges.size());
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const auto [a, b] = std::pair(edges[e][0], edges[e][1]);
      const Coord gap = x[b] - x[a];
      const Real length = gap.norm();
      const Coord u = gap / length;
      const Deriv force = u * (k * (length - m_length[e]));
      f[a] += force;
      f[b] -= force;
      const Real tension = (length - m_length[e]) / length;
      Block& m = m_tangents[e];
      for (sofa::Size i = 0; i < N; ++i)
        for (sofa::Size j = 0; j < N; ++j) m(i, j) = k * ((1 - tension) * u[i] * u[j] + (i == j ? tension : 0));
    }
  }

  void addDForce(const core::MechanicalParams* mparams, DataVecDeriv& d_df, const DataVecDeriv& d_dx) override {
    sofa::helper::WriteAccessor<DataVecDeriv> df = d_df;
    sofa::helper::ReadAccessor<DataVecDeriv> dx = d_dx;
    const Real kFactor = mparams->kFactorIncludingRayleighDamping(this->rayleighStiffness.getValue());
    const auto& edges = d_edges.getValue();
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const Deriv d = m_tangents[e] * (dx[edges[e][1]] - dx[edges[e][0]]) * kFactor;
      df[edges[e][0]] += d;
      df[edges[e][1]] -= d;
    }
  }

  void buildStiffnessMatrix(sofa::core::behavior::StiffnessMatrix* matrix) override {
    auto dfdx = matrix->getForceDerivativeIn(this->mstate).withRespectToPositionsIn(this->mstate);
    dfdx.checkValidity(this);
    const auto& edges = d_edges.getValue();
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const sofa::Index a = N * edges[e][0], b = N * edges[e][1];
      const Block& m = m_tangents[e];
      dfdx(a, a) += -m;
      dfdx(a, b) += m;
      dfdx(b, a) += m;
      dfdx(b, b) += -m;
    }
  }

  SReal getPotentialEnergy(const core::MechanicalParams*, const DataVecCoord& d_x) const override {
    const auto x = sofa::helper::getReadAccessor(d_x);
    const auto& edges = d_edges.getValue();
    SReal energy = 0;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const Real stretch = (x[edges[e][1]] - x[edges[e][0]]).norm() - m_length[e];
      energy += 0.5 * d_stiffness.getValue() * stretch * stretch;
    }
    return energy;
  }

 private:
  sofa::type::vector<Real> m_length;
  sofa::type::vector<Block> m_tangents;
};

using namespace sofa::defaulttype;

template class HookeForceField<Vec3Types>;
template class HookeForceField<Vec2Types>;

int HookeForceFieldClass =
    core::RegisterObject("springs along edges").add<HookeForceField<Vec3Types>>(true).add<HookeForceField<Vec2Types>>();

}  // namespace sofa::component::solidmechanics::spring
