// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Beam/RodSection.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::component::beam {

/// A beam between two frames.
struct Beam {
  type::Edge nodes;
  double length = 0;  ///< at rest (m)
  double start = 0;   ///< of its first node along all beams, or along the wire (m)
  /// From the frame of each node to that of the end of the beam there.
  std::array<type::Quat, 2> turns{type::Quat::Identity(), type::Quat::Identity()};
  std::array<Frame, 2> rest;  ///< frames of both ends, seen from that in the middle, when no force acts
  BeamSection section;
};

/// Beams, each a curve between its two nodes (BeamCurve), with a section and a shape at rest. Force fields and mappings
/// take them from here.
class BeamCurves : public core::Component {
 public:
  static std::string staticTemplateName() { return type::Rigid3Types::name(); }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why) {
    return core::checkState<type::Rigid3Types>(node, description, "mstate", why);
  }

  const std::vector<Beam>& beams() const { return m_beams; }
  /// Grows when there are other beams.
  std::size_t revision() const { return m_revision; }
  /// How many frames the beams are between: the nodes of each are less than that.
  std::size_t nodeCount() const { return m_nodeCount; }
  /// Which beam holds the place at that distance along all beams, or along the wire, and where it is on it, in [0, 1].
  /// There must be a beam; places before the first or behind the last one are at their ends.
  std::pair<std::size_t, double> locate(double abscissa) const;
  BeamCurve curve(std::size_t beam, std::span<const Frame> nodes) const {
    const auto [first, second] = ends(beam, nodes);
    return {first, second, m_beams[beam].length};
  }
  /// Frames of both ends of a beam.
  std::pair<Frame, Frame> ends(std::size_t beam, std::span<const Frame> nodes) const {
    const Beam& b = m_beams[beam];
    return {turned(nodes[b.nodes[0]], b.turns[0]), turned(nodes[b.nodes[1]], b.turns[1])};
  }

 protected:
  void setBeams(std::vector<Beam> beams);

 private:
  static Frame turned(const Frame& node, const type::Quat& turn) { return {node.center, node.orientation * turn}; }

  std::vector<Beam> m_beams;
  std::size_t m_nodeCount = 0, m_revision = 0;
};

}  // namespace sofa::component::beam
