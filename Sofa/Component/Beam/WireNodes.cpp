// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Beam/WireNodes.h"

#include <algorithm>
#include <cmath>

namespace sofa::component::beam {

bool isAt(const PushedWire& wire, double place, double threshold) {
  return place < wire.tip + threshold && place > wire.handle() - threshold;
}

WireNodes placeNodes(std::span<const PushedWire> wires, std::span<const double> rigidBorders, double threshold) {
  double divided = 0, end = 0;
  for (const PushedWire& wire : wires) end = std::max(end, wire.tip);
  std::vector<double> all(1, 0.0);
  for (const double border : rigidBorders)
    if (border > 0 && border < end) all.push_back(border);
  for (const PushedWire& wire : wires)
    for (const double key : wire.keyPoints)
      if (wire.handle() + key > 0) all.push_back(wire.handle() + key);
  for (const PushedWire& wire : wires) {
    for (std::size_t i = 0; i < wire.densities.size(); ++i) {
      const double partEnd = wire.handle() + wire.keyPoints[i + 1];
      if (partEnd <= divided) continue;
      const double piece = (wire.keyPoints[i + 1] - wire.keyPoints[i]) / wire.densities[i];
      const auto count = static_cast<int>(std::floor((partEnd - divided) / piece));
      for (int k = 1; k <= count; ++k) all.push_back(partEnd - k * piece);
      divided = partEnd;
    }
  }
  std::ranges::sort(all);
  WireNodes nodes;
  for (const double place : all)
    if (nodes.places.empty() || !(place - nodes.places.back() < threshold)) nodes.places.push_back(place);
  nodes.wires.resize(nodes.size());
  for (std::size_t n = 0; n < nodes.size(); ++n)
    for (std::size_t w = 0; w < wires.size(); ++w)
      if (isAt(wires[w], nodes.places[n], threshold)) nodes.wires[n].push_back(w);
  return nodes;
}

}  // namespace sofa::component::beam
