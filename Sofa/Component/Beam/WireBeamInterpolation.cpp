// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Beam/WireBeamInterpolation.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::beam {

using type::Vec3;

namespace {

/// A frame as seen from another one.
Frame seenFrom(const Frame& origin, const Frame& frame) {
  return {type::inverseRotate(origin.orientation, Vec3(frame.center - origin.center)),
          type::inverse(origin.orientation) * frame.orientation};
}

}  // namespace

void WireBeamInterpolation::init() {
  setBeams({});
  setInvalid();
  if (!l_restShape) l_restShape.set(context()->up<WireRestShape>());
  if (!l_restShape) return error("There is no wire: add a WireRestShape, or set WireRestShape to one.");
  if (l_restShape->isValid()) setValid();
}

void WireBeamInterpolation::setPieces(std::span<const Piece> pieces, double angle) {
  std::vector<Beam> beams;
  for (const Piece& piece : pieces) {
    const double middle = (piece.from + piece.to) / 2;
    Beam beam{.nodes = piece.nodes, .length = piece.to - piece.from, .start = piece.from, .rest = {}, .section = {}};
    beam.turns.fill(type::exponential(Vec3(angle, 0, 0)));
    beam.section = wire().part(wire().partAt(middle)).section();
    const Frame origin = wire().restFrame(middle);
    beam.rest = {seenFrom(origin, wire().restFrame(piece.from)), seenFrom(origin, wire().restFrame(piece.to))};
    beams.push_back(beam);
  }
  setBeams(std::move(beams));
}

namespace {
const auto registeredWire =
    core::Register("WireBeamInterpolation", "BeamAdapter", "the beams of a wire that a controller pushes out")
        .ignores("radius", "sections are those of the parts of the wire")
        .add<WireBeamInterpolation>(true);
}  // namespace

}  // namespace sofa::component::beam
