#include "Sofa/Component/Beam/BeamInterpolation.h"

#include <numeric>

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::beam {

void BeamInterpolation::init() {
  setBeams({});
  setInvalid();
  const auto* state = dynamic_cast<const core::State<type::Rigid3Types>*>(core::mechanicalState(*context()));
  if (!state) return error("There is no state of frames (Rigid3d) in this node or above: add a MechanicalObject.");
  if (!l_topology) l_topology.set(core::meshTopology(*context()));
  if (!l_topology) return error("No topology is visible from this node: add one with edges, or set topology.");
  auto section = d_crossSectionShape.value().is("rectangular")
                     ? BeamSection::rectangular(d_lengthY.value(), d_lengthZ.value())
                     : BeamSection::circular(d_radius.value(), d_innerRadius.value());
  constexpr auto sizes = "make radius larger than innerRadius, or lengthY and lengthZ positive";
  if (section.setMaterial(*this, d_youngModulus, d_poissonRatio, sizes) && makeBeams(section, state->restPositions()))
    setValid();
}

bool BeamInterpolation::makeBeams(const BeamSection& section, std::span<const Frame> rest) {
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
    Beam beam{.nodes = nodes, .length = length, .start = start, .rest = {}, .section = section};
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

namespace {
const auto registered = core::Register("BeamInterpolation", "BeamAdapter", "curved beams along the edges of a mesh")
                            .add<BeamInterpolation>(true);
}  // namespace

}  // namespace sofa::component::beam
