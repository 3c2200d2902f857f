// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Fluid/SPHFluidSurfaceMapping.h"

#include <numbers>

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::fluid {

using type::Vec3;

namespace {

/// What a visual model shows, if it is one: it has no part in this library's layers, but its Data do.
template <class T>
void setIfThere(core::Base& owner, std::string_view name, T value) {
  if (auto* data = dynamic_cast<core::Data<T>*>(owner.findData(name))) data->set(std::move(value));
}

}  // namespace

void SPHFluidSurfaceMapping::init() {
  setValid();
  if (!(d_step.value() > 0) || !(d_radius.value() > 0)) {
    error("step is {} and radius is {}; both must be larger than 0. There is no surface.", d_step.value(),
          d_radius.value());
    setInvalid();
  }
  if (l_input && l_input->context()) m_fluid = l_input->context()->local<SPHFluidForceField<type::Vec3Types>>();
  if (l_output) {
    setIfThere(*l_output, "handleDynamicTopology", false);
    setIfThere(*l_output, "edges", std::vector<type::Edge>());
    setIfThere(*l_output, "quads", std::vector<type::Quad>());
  }
  Mapping::init();
}

void SPHFluidSurfaceMapping::apply(OutVecCoord& out, const InVecCoord& in) {
  if (!isValid()) return;
  double level = d_isoValue.value();
  std::vector<double> weights;
  if (m_fluid && m_fluid->isValid()) {
    weights = m_fluid->densities(in);
    for (double& w : weights) w = 1 / w;
    const double r = d_radius.value();
    if (level == d_isoValue.defaultValue())
      level *= 64 * std::numbers::pi * r * r * r / (315 * m_fluid->d_mass.value());
  }
  geometry::ScalarField field;
  geometry::TriangleMesh surface;
  if (makeField(in, weights, field)) surface = geometry::isoSurface(field, level);
  const std::size_t count = surface.points.size();
  if (count != out.size()) l_output->resize(count);
  std::ranges::copy(surface.points, out.begin());
  setIfThere(*l_output, "triangles", surface.triangles);
  d_triangles.set(std::move(surface.triangles));
}

/// False if there is none: no particle, or too many cells.
bool SPHFluidSurfaceMapping::makeField(const InVecCoord& particles, std::span<const double> weights,
                                       geometry::ScalarField& field) {
  const double r = d_radius.value(), step = d_step.value();
  type::BoundingBox box;
  for (const Vec3& p : particles)
    if (p.allFinite()) box.include(p);
  if (box.empty()) return false;
  // Whole steps from the origin, so that cells stay where they are while particles move; a margin of zeros around.
  double nodes = 1;
  for (int axis = 0; axis < 3; ++axis) {
    const double first = std::floor((box.min[axis] - r) / step) - 1, last = std::ceil((box.max[axis] + r) / step) + 1;
    field.origin[axis] = first * step;
    nodes *= last - first + 1;
    field.size[static_cast<std::size_t>(axis)] = static_cast<std::size_t>(std::min(last - first + 1, 1e9));
  }
  constexpr double mostNodes = 5e7;
  if (!(nodes <= mostNodes)) {
    if (!std::exchange(m_toldTooLarge, true))
      warning("The particles are spread over {:.3g} cells of step {}, so their surface is left out: make step larger.",
              nodes, step);
    return false;
  }
  field.spacing = step;
  field.values.assign(static_cast<std::size_t>(nodes), 0.0);
  for (std::size_t p = 0; p < particles.size(); ++p) {
    const Vec3 at = (particles[p] - field.origin) / step;
    if (!at.allFinite()) continue;
    const double reach = r / step;
    std::array<std::size_t, 3> low{}, high{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      low[axis] = static_cast<std::size_t>(std::ceil(at[static_cast<int>(axis)] - reach));
      high[axis] = static_cast<std::size_t>(std::floor(at[static_cast<int>(axis)] + reach));
    }
    const double weight = weights.empty() ? 1 : weights[p];
    for (std::size_t k = low[2]; k <= high[2]; ++k)
      for (std::size_t j = low[1]; j <= high[1]; ++j)
        for (std::size_t i = low[0]; i <= high[0]; ++i) {
          const Vec3 node(static_cast<double>(i), static_cast<double>(j), static_cast<double>(k));
          const double s = 1 - (node - at).squaredNorm() / (reach * reach);
          if (s > 0) field.values[field.index(i, j, k)] += weight * s * s * s;
        }
  }
  return true;
}

namespace {
const auto registered = core::Register("SPHFluidSurfaceMapping", "SofaSphFluid", "the surface of a fluid of particles")
                            .add<SPHFluidSurfaceMapping>(true);
}  // namespace

}  // namespace sofa::component::fluid
