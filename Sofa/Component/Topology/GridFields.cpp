// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/GridFields.h"

#include <fmt/format.h>

#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/ObjectModel/ValueText.h"

namespace sofa::component::topology {

void GridFields::parse(core::ComponentDescription& description) {
  constexpr std::string_view names[] = {"nx", "ny", "nz"};
  type::Vec<3, int> n;
  int given = 0;
  for (int axis = 0; axis < 3; ++axis) {
    std::string bad;
    if (const auto value = description.takeInteger(names[axis], &bad)) {
      n[axis] = static_cast<int>(std::clamp<long>(*value, -1, std::numeric_limits<int>::max()));
      ++given;
    } else if (!bad.empty()) {
      core::tellUnreadable(*m_owner, fmt::format("{} is not a whole number of points.", bad));
    }
  }
  if (given == 3)
    d_n.set(n);
  else if (given > 0)
    m_owner->warning("nx, ny and nz count only if all three are given; n=\"{}\" is used.", d_n.text());
}

bool GridFields::checkSize() {
  const geometry::GridSize n = size();
  if (geometry::gridPointCount(n) > 0) return true;
  if (std::any_of(n.begin(), n.end(), [](int axis) { return axis < 1; }))
    m_owner->warning("n=\"{}\": a grid needs at least 1 point along each axis; 2 2 2 is used.", d_n.text());
  else
    m_owner->error("n=\"{}\": a grid can have at most {} points; 2 2 2 is used.", d_n.text(), geometry::maxPoints);
  d_n.set({2, 2, 2});
  return false;
}

std::vector<type::Vec2> GridFields::textureCoordinates() const {
  const geometry::GridSize n = size();
  int axes[2] = {-1, -1};
  for (int axis = 0; axis < 3; ++axis)
    if (n[axis] > 1 && axes[1] < 0) axes[axes[0] < 0 ? 0 : 1] = axis;
  std::vector<type::Vec2> uv;
  if (axes[1] < 0) return uv;
  uv.reserve(geometry::gridPointCount(n));
  for (int z = 0; z < n[2]; ++z)
    for (int y = 0; y < n[1]; ++y)
      for (int x = 0; x < n[0]; ++x) {
        const int at[] = {x, y, z};
        const auto fraction = [&](int axis) { return static_cast<double>(at[axis]) / (n[axis] - 1); };
        uv.push_back({fraction(axes[0]), fraction(axes[1])});
      }
  return uv;
}

}  // namespace sofa::component::topology
