// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/SkinningMapping.h"

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

using type::Index;

template <class In, class Out>
void SkinningMapping<In, Out>::init() {
  if (!this->l_input || !this->l_output) return;
  if (!d_initPos.isSet() || d_initPos.value().empty()) d_initPos.set(this->l_output->positions());
  const auto& rest = this->l_input->restPositions();
  const bool moved = d_computeWeightsFromPosition.value() || rest.empty();
  const InVecCoord& bodies = moved ? this->l_input->positions() : rest;
  const OutVecCoord& points = d_initPos.value();
  this->m_bodies = bodies.size();
  this->setValid();
  if (bodies.empty() || d_nbRef->empty() || std::ranges::any_of(*d_nbRef, [](Index n) { return n == 0; })) {
    this->error("nbRef and the bodies of {} must be at least one each: nothing is mapped.", this->l_input->path());
    this->setInvalid();
  } else if (!takeGiven(points.size(), bodies.size())) {
    findNearest(points, bodies);
  }
  this->takePlaces(points, bodies);
  Base::init();
  core::readAtInit(*this, {&d_initPos, &d_nbRef, &d_index, &d_weight, &d_computeWeightsFromPosition});
}

/// False if indices and weights are not those of these points.
template <class In, class Out>
bool SkinningMapping<In, Out>::takeGiven(std::size_t points, std::size_t bodies) {
  // What an earlier initialisation found is not given.
  const std::vector<std::vector<Index>> noIndices;
  const std::vector<std::vector<double>> noWeights;
  const auto& index = d_index.isSet() ? d_index.value() : noIndices;
  const auto& weight = d_weight.isSet() ? d_weight.value() : noWeights;
  const auto& count = d_nbRef.value();
  this->m_influences.assign(points, {});
  if (index.size() != points || weight.size() != points || points == 0) {
    if (!index.empty() || !weight.empty())
      this->warning("{} lists of indices and {} of weights for {} points: the nearest bodies are taken.", index.size(),
                    weight.size(), points);
    return false;
  }
  for (std::size_t i = 0; i < points; ++i) {
    const std::size_t wanted = count.size() == points ? count[i] : count[0];
    const std::size_t used = std::min({wanted, index[i].size(), weight[i].size()});
    double sum = 0;
    for (std::size_t k = 0; k < used; ++k) {
      if (index[i][k] >= bodies) {
        this->error("indices: there is no body {}, {} has {}.", index[i][k], this->l_input->path(), bodies);
        this->setInvalid();
        return true;
      }
      sum += weight[i][k];
    }
    for (std::size_t k = 0; k < used && weight[i][k] > 0; ++k)
      this->m_influences[i].push_back({index[i][k], weight[i][k] / sum, {}});
  }
  return true;
}

template <class In, class Out>
bool SkinningMapping<In, Out>::topologyChanged(const core::MeshChanges& changes) {
  Base::topologyChanged(changes);
  if (this->m_hasFollowed) tellInfluences();
  return true;
}

template <class In, class Out>
void SkinningMapping<In, Out>::archive(core::Archive& archive) {
  Base::archive(archive);
  if (archive.isLoading() && archive.isGood() && this->m_hasFollowed) tellInfluences();
}

template <class In, class Out>
void SkinningMapping<In, Out>::tellInfluences() {
  std::vector<std::vector<Index>> index;
  std::vector<std::vector<double>> weight;
  for (const auto& influences : this->m_influences) {
    index.emplace_back(), weight.emplace_back();
    for (const auto& influence : influences) {
      index.back().push_back(influence.body);
      weight.back().push_back(influence.weight);
    }
  }
  d_index.set(std::move(index));
  d_weight.set(std::move(weight));
}

template <class In, class Out>
void SkinningMapping<In, Out>::findNearest(const OutVecCoord& points, const InVecCoord& bodies) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    auto& nearest = this->m_influences[i];
    for (std::size_t j = 0; j < bodies.size(); ++j) {
      const double d2 = (points[i] - bodies[j].center).squaredNorm();
      nearest.push_back({static_cast<Index>(j), d2 > 0 ? 1 / d2 : std::numeric_limits<double>::max(), {}});
    }
    // Of equally near ones the later goes first.
    std::ranges::reverse(nearest);
    std::ranges::stable_sort(nearest, std::ranges::greater(), &Influence::weight);
    nearest.resize(std::min<std::size_t>(nearest.size(), d_nbRef.value()[0]));
    double sum = 0;
    for (const auto& influence : nearest) sum += influence.weight;
    for (auto& influence : nearest)
      // Two bodies at the same place as the point: weights beyond what numbers can add up.
      influence.weight = std::isfinite(sum) ? influence.weight / sum : 1. / static_cast<double>(nearest.size());
  }
  tellInfluences();
}

template <class In, class Out>
void SkinningMapping<In, Out>::draw(core::DrawList& list) const {
  if (!this->l_input || !this->l_output || !list.shows(type::DisplayFlags::MechanicalMappings)) return;
  const auto& in = this->l_input->positions();
  const auto& out = this->l_output->positions();
  const Index shown = d_showFromIndex.value();
  for (std::size_t i = 0; i < std::min(out.size(), this->m_influences.size()); ++i)
    for (const auto& [body, weight, local] : this->m_influences[i]) {
      if (body != shown || body >= in.size()) continue;
      const auto shade = static_cast<float>(weight);
      if (d_showWeights.value())
        list.points({&out[i], 1}, 7, {shade, shade, 0, 1});
      else
        list.line(out[i], in[body].center, 1, {shade, 1 - shade, 0, 1});
    }
}

namespace {
const auto registered =
    core::Register("SkinningMapping", "Sofa.Component.Mapping.Linear", "points that follow several bodies by weights")
        .add<SkinningMapping<type::Rigid3Types, type::Vec3Types>>(true);
}  // namespace

}  // namespace sofa::component::mapping
