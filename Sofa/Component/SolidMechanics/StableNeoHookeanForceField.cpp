#include "Sofa/Component/SolidMechanics/StableNeoHookeanForceField.h"

#include <Eigen/LU>

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

void StableNeoHookeanForceField::init() {
  ForceField::init();
  if (!isValid()) return;
  if (!l_topology) l_topology.set(core::meshTopology(*context()));
  if (!l_topology || l_topology->tetrahedra().empty()) {
    error("No mesh with tetrahedra is visible from this node: add one, or set topology.");
    return setInvalid();
  }
  for (const core::BaseData* data : std::initializer_list<const core::BaseData*>{
           &d_youngModulus, &d_poissonRatio, &d_damping, &d_strainLimit, &d_strainLimitStiffness})
    trackData(*data);
  setValid();
  prepare();
}

/// Reads moduli and rest shapes; nothing acts if they are not usable.
void StableNeoHookeanForceField::prepare() {
  m_tetrahedra.clear();
  m_nodes = l_topology->tetrahedra();
  const double young = d_youngModulus.value(), poisson = d_poissonRatio.value();
  if (!(young > 0) || !(poisson >= 0 && poisson < 0.5) || !(d_damping.value() >= 0)) {
    error("youngModulus {} must be positive, damping {} not negative, and poissonRatio {} lie from 0 to below 0.5.",
          young, d_damping.value(), poisson);
    return setInvalid();
  }
  const double mu = young / (2 * (1 + poisson)), lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson));
  m_mu = 4 * mu / 3;
  m_lambda = lambda + 5 * mu / 6;
  m_alpha = 1 + 0.75 * m_mu / m_lambda;
  m_atRest = 0.5 * m_lambda * (1 - m_alpha) * (1 - m_alpha) - 0.5 * m_mu * std::log(4.0);
  m_damping.viscosity = d_damping.value();
  m_limit = {d_strainLimit.value(), d_strainLimitStiffness.value()};
  const auto& rest = mstate()->restPositions();
  for (std::size_t e = 0; e < m_nodes.size(); ++e) {
    const auto& t = m_nodes[e];
    if (std::ranges::max(t) >= rest.size()) {
      error("Tetrahedron {} of {} has a point that {} has not.", e, l_topology->path(), mstate()->path());
      return setInvalid();
    }
    type::Mat3 edges;
    for (int n = 0; n < 3; ++n) edges.col(n) = rest[t[n + 1]] - rest[t[0]];
    const double volume = std::abs(edges.determinant()) / 6;
    if (!(volume > 0)) {
      error("Tetrahedron {} of {} has no volume at rest.", e, l_topology->path());
      return setInvalid();
    }
    m_tetrahedra.push_back({edges.inverse(), volume});
  }
}

template <class Real>
Eigen::Matrix<Real, 3, 3> StableNeoHookeanForceField::deformationGradient(
    std::size_t e, const std::array<type::Vec<3, Real>, 4>& x) const {
  const type::Mat3& d = m_tetrahedra[e].inverse;
  Eigen::Matrix<Real, 3, 3> f;
  for (int i = 0; i < 3; ++i) {
    const Real a = x[1][i] - x[0][i], b = x[2][i] - x[0][i], c = x[3][i] - x[0][i];
    for (int j = 0; j < 3; ++j) f(i, j) = a * Real(d(0, j)) + b * Real(d(1, j)) + c * Real(d(2, j));
  }
  return f;
}

template <class Real>
Eigen::Matrix<Real, 3, 3> StableNeoHookeanForceField::greenStrain(const Eigen::Matrix<Real, 3, 3>& f) {
  Eigen::Matrix<Real, 3, 3> e;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      e(i, j) = (f(0, i) * f(0, j) + f(1, i) * f(1, j) + f(2, i) * f(2, j)) * Real(0.5);
      if (i == j) e(i, j) -= Real(0.5);
      e(j, i) = e(i, j);
    }
  return e;
}

template <class Real>
Real StableNeoHookeanForceField::energy(std::size_t e, const std::array<type::Vec<3, Real>, 4>& x) const {
  using std::log;
  using std::sqrt;
  const RestTetrahedron& t = m_tetrahedra[e];
  const Eigen::Matrix<Real, 3, 3> f = deformationGradient(e, x);
  Real square(0);
  for (int i = 0; i < 9; ++i) square += f.data()[i] * f.data()[i];
  const Real det = f(0, 0) * (f(1, 1) * f(2, 2) - f(1, 2) * f(2, 1)) -
                   f(0, 1) * (f(1, 0) * f(2, 2) - f(1, 2) * f(2, 0)) +
                   f(0, 2) * (f(1, 0) * f(2, 1) - f(1, 1) * f(2, 0));
  const Real change = det - Real(m_alpha);
  Real density = (square - Real(3)) * Real(0.5 * m_mu) + change * change * Real(0.5 * m_lambda) -
                 Real(log(square + Real(1))) * Real(0.5 * m_mu) - Real(m_atRest);
  const bool isLimited = std::isfinite(m_limit.limit), isDamped = m_damping.viscosity != 0;
  if (!isLimited && !isDamped) return density * Real(t.volume);
  const Eigen::Matrix<Real, 3, 3> strain = greenStrain(f);
  if (isDamped) density += m_damping.density(strain, t.strain);
  if (isLimited) {
    const Real mean = (strain(0, 0) + strain(1, 1) + strain(2, 2)) * Real(1.0 / 3);
    Real deviation(0);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const Real d = i == j ? Real(strain(i, j) - mean) : strain(i, j);
        deviation += d * d;
      }
    // The root has no derivative at 0, where the strain is the same along all directions.
    density += m_limit.density(deviation > Real(1e-20) ? Real(mean + sqrt(deviation * Real(2.0 / 3))) : mean);
  }
  return density * Real(t.volume);
}

void StableNeoHookeanForceField::beginStep(const core::MechanicalParams& params) {
  m_damping.h = params.dt;
  if (m_damping.viscosity == 0 || !mstate()) return;
  const auto& x = mstate()->coords(params.x);
  for (std::size_t e = 0; e < m_tetrahedra.size(); ++e) {
    const auto& n = m_nodes[e];
    const std::array<type::Vec3, 4> points{x[n[0]], x[n[1]], x[n[2]], x[n[3]]};
    m_tetrahedra[e].strain = greenStrain<double>(deformationGradient<double>(e, points));
  }
}

namespace {
const auto registered = core::Register("StableNeoHookeanForceField", "Sofa.Component.SolidMechanics.FEM.HyperElastic",
                                       "hyperelastic linear tetrahedra that recover from being inverted")
                            .add<StableNeoHookeanForceField>();
}  // namespace

}  // namespace sofa::component::solidmechanics
