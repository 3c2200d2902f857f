#include "Sofa/Component/SolidMechanics/NeoHookeanMembraneForceField.h"

#include <Eigen/LU>

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

void NeoHookeanMembraneForceField::init() {
  ForceField::init();
  if (!isValid()) return;
  if (!l_topology) l_topology.set(core::meshTopology(*context()));
  if (!l_topology || l_topology->triangles().empty()) {
    error("No mesh with triangles is visible from this node: add one, or set topology.");
    return setInvalid();
  }
  for (const core::BaseData* data : std::initializer_list<const core::BaseData*>{
           &d_youngModulus, &d_poissonRatio, &d_thickness, &d_damping, &d_strainLimit, &d_strainLimitStiffness})
    trackData(*data);
  setValid();
  prepare();
}

/// Reads moduli and rest shapes; nothing acts if they are not usable.
void NeoHookeanMembraneForceField::prepare() {
  m_triangles.clear();
  m_nodes = l_topology->triangles();
  const double young = d_youngModulus.value(), poisson = d_poissonRatio.value();
  if (!(young >= 0) || !(poisson >= 0 && poisson < 1) || !(d_thickness.value() > 0) || !(d_damping.value() >= 0)) {
    error(
        "youngModulus {} and damping {} must not be negative, thickness {} must be positive and poissonRatio {} lie "
        "from 0 to below 1.",
        young, d_damping.value(), d_thickness.value(), poisson);
    return setInvalid();
  }
  m_mu = young / (2 * (1 + poisson));
  m_lambda = young * poisson / ((1 + poisson) * (1 - poisson));
  m_damping.viscosity = d_damping.value();
  m_limit = {d_strainLimit.value(), d_strainLimitStiffness.value()};
  const auto& rest = mstate()->restPositions();
  for (std::size_t e = 0; e < m_nodes.size(); ++e) {
    const auto& t = m_nodes[e];
    if (std::ranges::max(t) >= rest.size()) {
      error("Triangle {} of {} has a point that {} has not.", e, l_topology->path(), mstate()->path());
      return setInvalid();
    }
    const type::Vec3 a = rest[t[1]] - rest[t[0]], b = rest[t[2]] - rest[t[0]];
    const double length = a.norm(), area = a.cross(b).norm() / 2;
    if (!(area > 0)) {
      error("Triangle {} of {} has no area at rest.", e, l_topology->path());
      return setInvalid();
    }
    type::Mat2 edges;
    edges << length, a.dot(b) / length, 0, 2 * area / length;
    m_triangles.push_back({edges.inverse(), area * d_thickness.value()});
  }
}

template <class Real>
Eigen::Matrix<Real, 2, 2> NeoHookeanMembraneForceField::rightCauchyGreen(
    std::size_t e, const std::array<type::Vec<3, Real>, 3>& x) const {
  const type::Mat2& d = m_triangles[e].inverse;
  Eigen::Matrix<Real, 3, 2> f;
  for (int i = 0; i < 3; ++i) {
    const Real a = x[1][i] - x[0][i], b = x[2][i] - x[0][i];
    for (int j = 0; j < 2; ++j) f(i, j) = a * Real(d(0, j)) + b * Real(d(1, j));
  }
  Eigen::Matrix<Real, 2, 2> c;
  for (int i = 0; i < 2; ++i)
    for (int j = i; j < 2; ++j) c(i, j) = c(j, i) = f(0, i) * f(0, j) + f(1, i) * f(1, j) + f(2, i) * f(2, j);
  return c;
}

template <class Real>
Real NeoHookeanMembraneForceField::energy(std::size_t e, const std::array<type::Vec<3, Real>, 3>& x) const {
  using std::log;
  using std::sqrt;
  const RestTriangle& t = m_triangles[e];
  const Eigen::Matrix<Real, 2, 2> c = rightCauchyGreen(e, x);
  const Real trace = c(0, 0) + c(1, 1);
  const Real logJ = log(c(0, 0) * c(1, 1) - c(0, 1) * c(0, 1)) * Real(0.5);
  Real density = (trace - Real(2)) * Real(0.5 * m_mu) - logJ * Real(m_mu) + logJ * logJ * Real(0.5 * m_lambda);
  if (std::isfinite(m_limit.limit)) {
    const Real half = (c(0, 0) - c(1, 1)) * Real(0.25), middle = trace * Real(0.25) - Real(0.5),
               shear = c(0, 1) * Real(0.5);
    const Real square = half * half + shear * shear;
    // The root has no derivative at 0, where both principal strains are the same.
    const Real radius = square > Real(1e-20) ? Real(sqrt(square)) : Real(0);
    density += m_limit.density(Real(middle + radius)) + m_limit.density(Real(middle - radius));
  }
  if (m_damping.viscosity != 0) {
    Eigen::Matrix<Real, 2, 2> strain = c * Real(0.5);
    for (int i = 0; i < 2; ++i) strain(i, i) -= Real(0.5);
    density += m_damping.density(strain, t.strain);
  }
  return density * Real(t.volume);
}

void NeoHookeanMembraneForceField::beginStep(const core::MechanicalParams& params) {
  m_damping.h = params.dt;
  if (m_damping.viscosity == 0 || !mstate()) return;
  const auto& x = mstate()->coords(params.x);
  for (std::size_t e = 0; e < m_triangles.size(); ++e) {
    const auto& n = m_nodes[e];
    const std::array<type::Vec3, 3> points{x[n[0]], x[n[1]], x[n[2]]};
    m_triangles[e].strain = 0.5 * (rightCauchyGreen<double>(e, points) - type::Mat2::Identity());
  }
}

namespace {
const auto registered = core::Register("NeoHookeanMembraneForceField", "Sofa.Component.SolidMechanics.FEM.HyperElastic",
                                       "thin hyperelastic triangles, without bending")
                            .add<NeoHookeanMembraneForceField>();
}  // namespace

}  // namespace sofa::component::solidmechanics
