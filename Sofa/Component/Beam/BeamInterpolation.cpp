// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Beam/BeamInterpolation.h"

#include <numeric>

#include "Sofa/Component/Beam/BeamPoint.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/ObjectModel/Event.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::beam {

using type::Quat;
using type::Vec3;

namespace {

double valueOf(const core::Data<std::vector<double>>& data, std::size_t beam) {
  const auto& values = data.value();
  return values.empty() ? 0 : values[std::min(beam, values.size() - 1)];
}

}  // namespace

const core::State<type::Rigid3Types>* BeamInterpolation::frames() const {
  return dynamic_cast<const core::State<type::Rigid3Types>*>(core::mechanicalState(*context()));
}

void BeamInterpolation::init() {
  setBeams({});
  setInvalid();
  if (!d_inputs.value().empty()) d_listening.set(true);
  const auto* state = frames();
  if (!state) return error("There is no state of frames (Rigid3d) in this node or above: add a MechanicalObject.");
  if (!core::requireMesh(*this, l_topology, {.kind = "mesh with edges", .such = "EdgeSetTopologyContainer"})) return;
  if (!makeBeams(state->restPositions())) return;
  checkCounts();
  core::readAtInit(*this, {&d_crossSectionShape, &d_radius, &d_innerRadius, &d_lengthY, &d_lengthZ, &d_youngModulus,
                           &d_poissonRatio, &d_aligned, &d_firstInNode, &d_secondInNode, &d_edgeList, &d_lengthList});
  setValid();
  interpolate();
}

bool BeamInterpolation::makeSection(std::size_t beam, BeamSection& section) const {
  section = d_crossSectionShape.value().is("rectangular")
                ? BeamSection::rectangular(valueOf(d_lengthY, beam), valueOf(d_lengthZ, beam))
                : BeamSection::circular(valueOf(d_radius, beam), valueOf(d_innerRadius, beam));
  return section.setMaterial(*this, {d_youngModulus.name(), valueOf(d_youngModulus, beam)},
                             {d_poissonRatio.name(), valueOf(d_poissonRatio, beam)},
                             "make radius larger than innerRadius, or lengthY and lengthZ positive");
}

bool BeamInterpolation::turnEnds(std::size_t k, Beam& beam, std::span<const Frame> rest) const {
  if (d_aligned.value()) return true;
  const Frame* given[2] = {};
  for (const auto& [end, data] : {std::pair(0, &d_firstInNode), std::pair(1, &d_secondInNode)})
    if (k < data->value().size()) {
      given[end] = &data->value()[k];
      if (given[end]->center.norm() <= 1e-9 * beam.length) continue;
      error("{}: the end of beam {} is not where its node is. Ends may be turned, not shifted: put a node there.",
            data->name(), k);
      return false;
    }
  // The frame of the first node, turned the shortest way to where the edge goes.
  const Frame& first = rest[beam.nodes[0]];
  const Vec3 along = rest[beam.nodes[1]].center - first.center;
  const Quat ofBeam = Quat::FromTwoVectors(type::rotate(first.orientation, Vec3::UnitX()), along) * first.orientation;
  for (std::size_t end = 0; end < 2; ++end)
    beam.turns[end] = given[end] ? given[end]->orientation.normalized()
                                 : Quat(type::inverse(rest[beam.nodes[end]].orientation) * ofBeam).normalized();
  return true;
}

bool BeamInterpolation::makeBeams(std::span<const Frame> rest) {
  const auto& edges = l_topology->edges();
  std::vector<type::Index> chosen = d_edgeList.value();
  if (chosen.empty()) {
    chosen.resize(edges.size());
    std::iota(chosen.begin(), chosen.end(), type::Index{0});
  }
  const auto& lengths = d_lengthList.value();
  std::vector<Beam> beams;
  double start = 0;
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    if (chosen[k] >= edges.size() || std::max(edges[chosen[k]][0], edges[chosen[k]][1]) >= rest.size()) {
      error("The beam of edge {} is not there: {} has {} edges, between {} frames.", chosen[k], l_topology->path(),
            edges.size(), rest.size());
      return false;
    }
    const type::Edge& nodes = edges[chosen[k]];
    const double length = k < lengths.size() ? lengths[k] : (rest[nodes[1]].center - rest[nodes[0]].center).norm();
    if (!(length > 0)) {
      error("The beam of edge {} has no length at rest: move its nodes apart, or give lengthList.", chosen[k]);
      return false;
    }
    Beam beam{.nodes = nodes, .length = length, .start = start, .rest = {}, .section = {}};
    if (!makeSection(k, beam.section) || !turnEnds(k, beam, rest)) return false;
    beam.rest[0].center.x() = -length / 2;
    beam.rest[1].center.x() = length / 2;
    beams.push_back(beam);
    start += length;
  }
  setBeams(std::move(beams));
  if (!this->beams().empty()) return true;
  error("{} has no edges: there are no beams.", l_topology->path());
  return false;
}

/// A list that is neither one value for all nor one for each is probably not meant.
void BeamInterpolation::checkCounts() const {
  for (const auto* data : {&d_radius, &d_innerRadius, &d_lengthY, &d_lengthZ, &d_youngModulus, &d_poissonRatio}) {
    const auto count = data->value().size();
    if (count > 1 && count != beams().size())
      warning("{} has {} values for {} beams: {}.", data->name(), count, beams().size(),
              count < beams().size() ? "the last one holds for the others" : "those beyond have no effect");
  }
}

void BeamInterpolation::interpolate() {
  const auto& inputs = d_inputs.value();
  const auto* state = inputs.empty() || !isValid() ? nullptr : frames();
  if (!state) return;
  const bool isFree = d_vecId.value().is("free") && state->has(core::vec::freePosition);
  const bool rests = d_vecId.value().is("rest");
  const auto& x = rests ? state->restPositions() : isFree ? state->coords(core::vec::freePosition) : state->positions();
  const auto& v = state->derivs(isFree ? core::vec::freeVelocity : core::vec::velocity);
  if (x.size() < nodeCount() || v.size() < nodeCount()) return;
  auto& places = d_interpolatedPos.edit();
  auto& velocities = d_interpolatedVel.edit();
  places.assign(inputs.size(), Frame{});
  velocities.assign(inputs.size(), type::Vec6::Zero());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const double s = inputs[i][1];
    if (!(inputs[i][0] >= 0) || inputs[i][0] >= static_cast<double>(beams().size())) continue;
    const auto beam = static_cast<std::size_t>(inputs[i][0]);
    places[i] = curve(beam, x).frame(s);
    if (rests) continue;
    BeamPoint point(*this, beam, s, Vec3::Zero());
    point.place(*this, x);
    const auto& nodes = beams()[beam].nodes;
    velocities[i] << point.velocity(v), (1 - s) * v[nodes[0]].tail<3>() + s * v[nodes[1]].tail<3>();
  }
}

void BeamInterpolation::handleEvent(core::Event& event) {
  if (core::eventAs<core::AnimateEndEvent>(event)) interpolate();
}

namespace {
constexpr auto noEllipses =
    "there is no elliptic section; take crossSectionShape=\"circular\" with radius, or \"rectangular\" with lengthY "
    "and "
    "lengthZ";
const auto registered = core::Register("BeamInterpolation", "BeamAdapter", "beams along the edges of a mesh")
                            .ignores("smallRadius", noEllipses)
                            .ignores("largeRadius", noEllipses)
                            .add<BeamInterpolation>(true);
}  // namespace

}  // namespace sofa::component::beam
