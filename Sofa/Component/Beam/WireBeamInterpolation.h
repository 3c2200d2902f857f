// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Beam/BeamCurves.h"
#include "Sofa/Component/Beam/WireRestShape.h"

namespace sofa::component::beam {

/// The beams of the part of a wire that is out. A controller says which these are.
class WireBeamInterpolation final : public BeamCurves {
 public:
  core::Link<WireRestShape> l_restShape{this, "WireRestShape", "the wire; default: the one visible from this node"};

  void init() override;

  const WireRestShape& wire() const { return *l_restShape; }
  bool hasWire() const { return isValid() && l_restShape && l_restShape->isComplete(); }
  /// A piece of the wire, between two distances from its handle, that lies between two nodes.
  struct Piece {
    type::Edge nodes;
    double from = 0, to = 0;
  };
  /// All beams, of pieces from the handle to the tip. `angle`: by which the wire is turned about its axis (rad).
  void setPieces(std::span<const Piece> pieces, double angle);
};

}  // namespace sofa::component::beam
