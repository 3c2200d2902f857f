// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/RegularGridTopology.h"

#include <fmt/format.h>

#include <cmath>

#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/ObjectModel/ValueText.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

void RegularGridTopology::parseExtra(core::ComponentDescription& description) {
  GridTopology::parseExtra(description);
  parseBox(description);
  computeSpacing();
}

void RegularGridTopology::parseBox(core::ComponentDescription& description) {
  constexpr std::string_view names[] = {"xmin", "ymin", "zmin", "xmax", "ymax", "zmax"};
  std::array<double, 6> corner;
  int given = 0;
  const auto read = [&](std::string_view name) {
    std::string bad;
    const auto value = description.takeFloat(name, &bad);
    if (!bad.empty()) core::tellUnreadable(*this, fmt::format("{} is not a number.", bad));
    return value;
  };
  // Single precision, as scenes rely on: xmax="0.1" is 0.100000001490116.
  const float scale = read("scale").value_or(1.f);
  for (int i = 0; i < 6; ++i)
    if (const auto value = read(names[i])) {
      corner[i] = double{*value} * double{scale};
      ++given;
    }
  if (given == 6) {
    d_min.set({corner[0], corner[1], corner[2]});
    d_max.set({corner[3], corner[4], corner[5]});
  } else if (given > 0) {
    warning("xmin, ymin, zmin, xmax, ymax and zmax count only if all six are given; min=\"{}\" max=\"{}\" are used.",
            d_min.text(), d_max.text());
  }
}

/// Step and origin from box and number of points. An axis with one point lies in the middle of the box, along z at its
/// start.
void RegularGridTopology::computeSpacing() {
  const auto n = m_grid.size();
  const type::Vec3 low = d_min.value(), extent = d_max.value() - low;
  type::Vec3 origin = low;
  for (int a = 0; a < 3; ++a) {
    const bool single = n[a] <= 1;
    m_lattice.step[a] = type::Vec3::Unit(a) * (single ? extent[a] : extent[a] / (n[a] - 1));
    if (single && a < 2) origin[a] = (low[a] + d_max.value()[a]) / 2;
  }
  if (!d_p0.isSet()) d_p0.set(origin);
  m_lattice.origin = d_p0.value();
  m_lattice.n = geometry::gridPointCount(n) > 0 ? n : geometry::GridSize{2, 2, 2};
  m_spacingKnown = true;
}

/// Number of points that cells of the given width need; the spacing stays what it was.
void RegularGridTopology::computeCounts() {
  const double width = d_cellWidth.value();
  const type::Vec3 extent = d_max.value() - d_min.value();
  if (width == 0) return;
  type::Vec<3, int> n;
  for (int a = 0; a < 3; ++a) {
    const double cells = std::ceil(extent[a] / width);
    if (!(cells >= 0 && cells < 1e9)) {
      error("cellWidth=\"{}\" does not divide the box from {} to {} into cells; n=\"{}\" is used.", width, d_min.text(),
            d_max.text(), m_grid.d_n.text());
      return;
    }
    n[a] = static_cast<int>(cells) + 1;
  }
  m_grid.d_n.set(n);
}

void RegularGridTopology::init() {
  warnOfFile();
  computeCounts();
  const bool goodSize = m_grid.checkSize();
  if (!m_spacingKnown || !goodSize) computeSpacing();
  m_lattice.n = m_grid.size();
  m_lattice.origin = d_p0.value();
  if (!position(nbPoints() - 1).allFinite()) {
    error("The box from {} to {} is larger than numbers can tell; that from 0 0 0 to 1 1 1 is used.", d_min.text(),
          d_max.text());
    d_min.set(type::Vec3::Zero());
    d_max.set(type::Vec3::Ones());
    d_p0.set(type::Vec3::Zero());
    computeSpacing();
  }
  deriveLists({&d_p0});
  core::readAtInit(*this, {&d_min, &d_max, &d_cellWidth});
  setValid();
}

void RegularGridTopology::reinit() {
  m_spacingKnown = false;
  init();
  m_grid.d_n.edit();  // whatever was derived between a change of n and now is stale
}

namespace {
const auto registered = core::Register("RegularGridTopology", "Sofa.Component.Topology.Container.Grid",
                                       "a box of equal cells aligned with the axes")
                            .wasCalled("RegularGrid", "SOFA v24.12")
                            .add<RegularGridTopology>();
}  // namespace

}  // namespace sofa::component::topology
