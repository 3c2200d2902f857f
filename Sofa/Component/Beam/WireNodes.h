// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

namespace sofa::component::beam {

/// A wire of a bundle: how far it is out of the entry, and where it wants nodes.
struct PushedWire {
  double tip = 0;                     ///< from the entry (m)
  std::span<const double> keyPoints;  ///< from the handle; the last one is the length of the wire
  std::span<const int> densities;     ///< number of beams between each two of them

  double handle() const { return tip - keyPoints.back(); }  ///< from the entry; negative where it is inside
};

/// The nodes of a bundle of wires in each other: distances from the entry, and which wires are there.
struct WireNodes {
  std::vector<double> places;
  std::vector<std::vector<std::size_t>> wires;

  std::size_t size() const { return places.size(); }
};

/// Nodes are at the entry, where parts of wires end, at the borders of rigid parts, and evenly between, counted back
/// from the end of each part; a wire divides only what is beyond those before it in the list. Of nodes that are nearer
/// to each other than `threshold` the first one stays.
WireNodes placeNodes(std::span<const PushedWire> wires, std::span<const double> rigidBorders, double threshold);

/// Whether the wire is at that place.
bool isAt(const PushedWire& wire, double place, double threshold);

}  // namespace sofa::component::beam
