// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/RemeshOptions.h"

#include <fmt/format.h>

#include <limits>

namespace sofa::core {
namespace {

std::string countProblem(std::string_view what, std::size_t sizes, std::size_t count) {
  if (count == 0 || sizes == 1 || sizes == count) return {};
  return fmt::format("There are {} {}Sizes: give one, or one for each of the {} {}s.", sizes, what, count,
                     what == "box" ? "boxe" : what);
}

bool arePositive(const std::vector<double>& sizes) {
  return std::ranges::all_of(sizes, [](double s) { return s > 0 && std::isfinite(s); });
}

double at(const std::vector<double>& values, std::size_t i) { return values[values.size() == 1 ? 0 : i]; }

}  // namespace

std::string RemeshOptions::problem(std::size_t points) const {
  const auto& size = d_size.value();
  if (size.size() != 1 && size.size() != points)
    return fmt::format("size has {} values but the mesh {} points: give one, or one for each point.", size.size(),
                       points);
  if (auto why = countProblem("box", d_boxSizes.value().size(), d_boxes.value().size()); !why.empty()) return why;
  if (auto why = countProblem("place", d_placeSizes.value().size(), d_places.value().size()); !why.empty()) return why;
  if (!arePositive(size) || !arePositive(d_boxSizes.value()) || !arePositive(d_placeSizes.value()))
    return "Sizes must be lengths larger than 0.";
  if (!(d_gradation.value() >= 0)) return fmt::format("gradation is {}: it must be 0 or more.", d_gradation.value());
  const double split = d_splitAbove.value(), collapse = d_collapseBelow.value();
  if (!(split >= 0 && collapse >= 0) || (split > 0 && collapse > 0 && split < 1.5 * collapse))
    return fmt::format(
        "splitAbove is {} and collapseBelow {}: the first must be at least 1.5 times the second, or what is split is "
        "collapsed again.",
        split, collapse);
  return {};
}

std::vector<double> RemeshOptions::sizes(std::size_t points) const {
  const auto& size = d_size.value();
  return size.size() == points ? size : std::vector<double>(points, size.front());
}

std::function<double(const type::Vec3&)> RemeshOptions::field() const {
  if (d_boxes.value().empty() && d_places.value().empty()) return {};
  return [boxes = d_boxes.value(), boxSizes = d_boxSizes.value(), places = d_places.value(),
          placeSizes = d_placeSizes.value(), gradation = d_gradation.value()](const type::Vec3& x) {
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const type::Vec3 low = boxes[i].head<3>(), high = boxes[i].tail<3>();
      const double distance = (x - x.cwiseMax(low.cwiseMin(high)).cwiseMin(low.cwiseMax(high))).norm();
      smallest = std::min(smallest, at(boxSizes, i) + gradation * distance);
    }
    for (std::size_t i = 0; i < places.size(); ++i)
      if (places[i].allFinite()) smallest = std::min(smallest, at(placeSizes, i) + gradation * (x - places[i]).norm());
    return smallest;
  };
}

}  // namespace sofa::core
