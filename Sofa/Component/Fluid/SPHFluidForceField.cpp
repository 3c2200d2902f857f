// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Fluid/SPHFluidForceField.h"

#include "Sofa/Component/Fluid/SpatialGridContainer.h"
#include "Sofa/Component/Fluid/SphKernels.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Parallel.h"

namespace sofa::component::fluid {

using type::Index;

namespace {

constexpr std::size_t particlesPerChunk = 512;

/// body(i, j, q, D) for the neighbours of the particles in parallel, where D = x_i - x_j.
template <class VecCoord, class Start, class Body, class Finish>
void forNeighbours(const geometry::PointNeighbours& neighbours, const VecCoord& x, double support, const Start& start,
                   const Body& body, const Finish& finish) {
  helper::parallelChunks(x.size(), particlesPerChunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      auto sum = start(i);
      for (const Index j : neighbours.of(i)) {
        const auto d = (x[i] - x[j]).eval();
        body(sum, i, j, d.norm() / support, d);
      }
      finish(i, sum);
    }
  });
}

}  // namespace

template <class DataTypes>
void SPHFluidForceField<DataTypes>::init() {
  Base::init();
  if (!this->isValid()) return;
  for (const core::BaseData* data :
       {static_cast<const core::BaseData*>(&d_radius), static_cast<const core::BaseData*>(&d_kernelType)})
    this->trackData(*data);
  check();
  // A state in the plane has no grid, which is one of space.
  if (this->isValid() && DataTypes::spatialDimensions == 3) checkGrid(*this, d_radius.value());
}

template <class DataTypes>
void SPHFluidForceField<DataTypes>::check() {
  this->setValid();
  if (d_kernelType.value() != 0 && d_kernelType.value() != 1)
    this->error("kernelType is {}, but there are 0 (a kernel each) and 1 (cubic spline). 0 is used.",
                d_kernelType.value());
  if (d_radius.value() > 0 && std::isfinite(d_radius.value())) return;
  this->error("radius is {}; it must be larger than 0. The particles do not act on each other.", d_radius.value());
  this->setInvalid();
}

template <class DataTypes>
SphKernels SPHFluidForceField<DataTypes>::kernels() const {
  return SphKernels(d_radius.value(), d_kernelType.value() == 1);
}

template <class DataTypes>
void SPHFluidForceField<DataTypes>::findNeighbours(const VecCoord& x) {
  m_points.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) m_points[i] = DataTypes::position(x[i]);
  m_neighbours.search(m_points, d_radius.value());
}

template <class DataTypes>
void SPHFluidForceField<DataTypes>::computeDensities(const VecCoord& x) {
  const SphKernels kernel = kernels();
  const double mass = d_mass.value();
  m_density.resize(x.size());
  forNeighbours(
      m_neighbours, x, d_radius.value(), [&](std::size_t) { return mass * kernel.density(0); },
      [&](double& sum, std::size_t, Index, double q, const Deriv&) { sum += mass * kernel.density(q); },
      [&](std::size_t i, double sum) { m_density[i] = sum; });
}

template <class DataTypes>
std::vector<double> SPHFluidForceField<DataTypes>::densities(const VecCoord& x) {
  if (!this->isValid()) return {};
  findNeighbours(x);
  computeDensities(x);
  return m_density;
}

template <class DataTypes>
void SPHFluidForceField<DataTypes>::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x,
                                             const VecDeriv& v) {
  if (!this->isValid()) return;
  findNeighbours(x);
  computeDensities(x);
  addPairForces(f, x, v);
  if (d_surfaceTension.value() > 0 && d_surfaceTensionType.value() == 1) addSurfaceTension(f, x);
}

/// P = -m^2 (p_i / rho_i^2 + p_j / rho_j^2) along the gradient, and viscosity of one of two kinds.
template <class DataTypes>
void SPHFluidForceField<DataTypes>::addPairForces(VecDeriv& f, const VecCoord& x, const VecDeriv& v) const {
  const SphKernels kernel = kernels();
  const double h = d_radius.value(), m = d_mass.value(), k = d_pressure.value(), mu = d_viscosity.value();
  const int viscosityType = mu != 0 ? d_viscosityType.value() : 0;
  const auto pressureTerm = [&](std::size_t i) {
    return k * (m_density[i] - d_density.value()) / (m_density[i] * m_density[i]);
  };
  constexpr double smallest = 0.01f;  // keeps the artificial viscosity finite; in single precision as scenes know it
  forNeighbours(
      m_neighbours, x, h, [](std::size_t) { return Deriv(Deriv::Zero()); },
      [&](Deriv& sum, std::size_t i, Index j, double q, const Deriv& d) {
        double p = -m * m * (pressureTerm(i) + pressureTerm(j));
        if (viscosityType == 1)
          sum += (v[j] - v[i]) * (m * m * mu / (m_density[i] * m_density[j]) * kernel.viscosityLaplacian(q));
        if (viscosityType == 2) {
          const double approach = (v[i] - v[j]).dot(d);
          if (approach < 0)
            p += approach * mu * h * m / ((q * q + smallest * h * h) * (m_density[i] + m_density[j]) * 0.5);
        }
        sum += p * kernel.pressureGradient(q) * d;
      },
      [&](std::size_t i, const Deriv& sum) { f[i] += sum; });
}

/// f_i -= m sigma kappa_i n_i / |n_i|, where n and kappa are made of the gradients and Laplacians of a colour that is
/// the difference of m / rho between the two particles of a pair, taken from the one of the lower number to the other.
template <class DataTypes>
void SPHFluidForceField<DataTypes>::addSurfaceTension(VecDeriv& f, const VecCoord& x) const {
  struct Surface {
    Deriv normal = Deriv::Zero();
    double curvature = 0;
  };
  const SphKernels kernel = kernels();
  const double m = d_mass.value();
  const double smallestNormal = 1e-6 / d_radius.value();
  forNeighbours(
      m_neighbours, x, d_radius.value(), [](std::size_t) { return Surface(); },
      [&](Surface& sum, std::size_t i, Index j, double q, const Deriv& d) {
        const double step = i < j ? m / m_density[j] - m / m_density[i] : m / m_density[i] - m / m_density[j];
        sum.normal += step * kernel.densityGradient(q) * d;
        sum.curvature += (i < j ? step : -step) * kernel.densityLaplacian(q);
      },
      [&](std::size_t i, const Surface& sum) {
        const double length = sum.normal.norm();
        if (length > smallestNormal) f[i] -= m * d_surfaceTension.value() * sum.curvature / length * sum.normal;
      });
}

template <class DataTypes>
void SPHFluidForceField<DataTypes>::draw(core::DrawList& list) const {
  if (!this->isValid() || !this->mstate() || !list.shows(type::DisplayFlags::ForceFields)) return;
  const auto& x = this->mstate()->positions();
  if (m_density.size() != x.size()) return;
  for (std::size_t i = 0; i < x.size(); ++i) {
    // From blue at rest to red where it is denser by a tenth.
    const auto excess = static_cast<float>(std::clamp(10 * (m_density[i] / d_density.value() - 1), 0.0, 1.0));
    list.point(DataTypes::position(x[i]), 4, {excess, 0.2f, 1 - excess, 1});
  }
}

namespace {
const auto registered =
    core::Register("SPHFluidForceField", "SofaSphFluid", "pressure and viscosity between particles of a fluid")
        .addAll<SPHFluidForceField, type::Vec3Types, type::Vec2Types>(true);
}  // namespace

template class SPHFluidForceField<type::Vec3Types>;
template class SPHFluidForceField<type::Vec2Types>;

}  // namespace sofa::component::fluid
