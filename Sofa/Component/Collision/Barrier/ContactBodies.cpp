// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/Barrier/ContactBodies.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>

#include "Sofa/Component/Collision/LineCollisionModel.h"
#include "Sofa/Component/Collision/PointCollisionModel.h"
#include "Sofa/Component/Collision/TriangleCollisionModel.h"
#include "Sofa/Geometry/Contact/ContactPairs.h"

namespace sofa::component::collision {
namespace {

bool isKnown(const core::CollisionModel& model) {
  return dynamic_cast<const TriangleCollisionModel*>(&model) || dynamic_cast<const LineCollisionModel*>(&model) ||
         dynamic_cast<const PointCollisionModel*>(&model);
}

/// The rest positions; the present ones of a state that has none.
const std::vector<type::Vec3>& restOf(const ContactBodies::PointState& state) {
  const auto& rest = state.restPositions();
  const bool isThere =
      rest.size() == state.size() && std::ranges::any_of(rest, [](const auto& x) { return x != type::Vec3(); });
  return isThere ? rest : state.positions();
}

}  // namespace

/// A model is looked for by the state it will have: it may not be initialised yet.
void ContactBodies::findModels() {
  const core::Node* node = m_owner.context();
  if (!node || std::exchange(m_graphVersion, node->graphVersion()) == node->graphVersion()) return;
  m_models.clear();
  m_modelsOf.clear();
  m_states.clear();
  m_origin.clear();
  std::vector<MeshCollisionModel*> models;
  std::unordered_map<const PointState*, std::size_t> places;
  node->collectDown(models);
  for (auto* model : models) {
    auto* state = dynamic_cast<PointState*>(core::mechanicalState(*model->context()));
    if (!state || !isKnown(*model) || !model->context()->isActive()) continue;
    const auto [at, isNew] = places.try_emplace(state, m_states.size());
    if (isNew) {
      m_states.push_back(state);
      m_modelsOf.emplace_back();
    }
    m_models.push_back({model, at->second});
    m_modelsOf[at->second].push_back(model);
  }
}

std::vector<const core::CollisionModel*> ContactBodies::otherModels() const {
  std::vector<core::CollisionModel*> models;
  std::vector<const core::CollisionModel*> others;
  if (m_owner.context()) m_owner.context()->collectDown(models);
  std::ranges::copy_if(models, std::back_inserter(others), [](const auto* model) { return !isKnown(*model); });
  return others;
}

const std::vector<ContactBodies::PointState*>& ContactBodies::states() {
  findModels();
  return m_states;
}

std::vector<const core::CollisionModel*> ContactBodies::models() {
  findModels();
  std::vector<const core::CollisionModel*> models;
  for (const auto& [model, state] : m_models) models.push_back(model);
  return models;
}

void ContactBodies::findOrigin(double thickness, std::vector<long>& origin) const {
  origin.assign(1, std::bit_cast<long>(thickness));
  for (const auto& [model, state] : m_models)
    for (const std::size_t part : {std::size_t{model->d_active.value()}, std::size_t{model->d_simulated.value()},
                                   model->revision(), static_cast<std::size_t>(model->d_selfCollision.counter()),
                                   static_cast<std::size_t>(model->d_group.counter())})
      origin.push_back(static_cast<long>(part));
  for (const auto* state : m_states) origin.push_back(static_cast<long>(state->size()));
}

bool ContactBodies::update(double thickness) {
  findModels();
  findOrigin(thickness, m_nextOrigin);
  if (m_nextOrigin == m_origin) return false;
  std::swap(m_origin, m_nextOrigin);
  m_offsets.assign(1, 0);
  m_moved.assign(m_states.size(), false);
  std::vector<geometry::ContactSurface::Body> bodies;
  for (std::size_t s = 0; s < m_states.size(); ++s) {
    bodies.push_back(elementsOf(s));
    m_offsets.push_back(m_offsets.back() + m_states[s]->size());
  }
  for (const auto& [model, state] : m_models) m_moved[state] |= model->d_simulated.value();
  m_surface = geometry::ContactSurface(bodies, restPositions(), thickness,
                                       [this](std::size_t a, std::size_t b) { return mayTouch(a, b); });
  return true;
}

std::vector<type::Vec3> ContactBodies::restPositions() const {
  std::vector<type::Vec3> rest;
  for (const auto* state : m_states) {
    const auto& own = restOf(*state);
    rest.insert(rest.end(), own.begin(), own.end());
  }
  return rest;
}

auto ContactBodies::closeAtRest(double distance) const -> std::optional<CloseAtRest> {
  geometry::CandidateSearch search;
  geometry::ContactCandidates all;
  for (std::size_t s = 0; s < m_states.size(); ++s) {
    if (!m_surface.mayTouch(s, s)) continue;
    const auto rest = restPositions();
    if (all.size() == 0) search.find(m_surface, rest, distance, all);
    geometry::ContactCandidates own;
    const auto take = [&](const auto& from, auto& to, const auto& isOwn) {
      std::ranges::copy_if(from, std::back_inserter(to), [&](const auto& pair) { return isOwn(pair[0], pair[1]); });
    };
    const auto of = [&](type::Index point) { return m_surface.bodyOf(point) == s; };
    const auto& triangles = m_surface.triangles();
    const auto& edges = m_surface.edges();
    take(all.pointTriangle, own.pointTriangle, [&](auto p, auto t) { return of(p) && of(triangles[t][0]); });
    take(all.edgeEdge, own.edgeEdge, [&](auto e, auto f) { return of(edges[e][0]) && of(edges[f][0]); });
    take(all.pointEdge, own.pointEdge, [&](auto p, auto e) { return of(p) && of(edges[e][0]); });
    take(all.pointPoint, own.pointPoint, [&](auto p, auto q) { return of(p) && of(q); });
    const double least = std::sqrt(geometry::leastSquaredDistance(m_surface, own, rest));
    if (least < distance) return CloseAtRest{m_states[s], least};
  }
  return {};
}

bool ContactBodies::mayTouch(std::size_t a, std::size_t b) const {
  if (!m_moved[a] && !m_moved[b]) return false;
  for (auto* first : m_modelsOf[a])
    for (auto* second : m_modelsOf[b]) {
      if (!first->d_active.value() || !second->d_active.value()) continue;
      if (a == b ? first == second && first->d_selfCollision.value() : first->mayTouch(*second)) return true;
    }
  return false;
}

geometry::ContactSurface::Body ContactBodies::elementsOf(std::size_t state) const {
  geometry::ContactSurface::Body body;
  const auto first = static_cast<type::Index>(m_offsets.back());
  const std::size_t count = m_states[state]->size();
  const auto append = [&](const auto& elements, auto& list) {
    for (auto element : elements) {
      if (std::ranges::any_of(element, [&](type::Index p) { return p >= count; })) continue;
      for (auto& point : element) point += first;
      list.push_back(element);
    }
  };
  for (auto* model : m_modelsOf[state]) {
    if (!model->isValid() || !model->d_active.value()) continue;
    model->updateElements();
    if (const auto* triangles = dynamic_cast<const TriangleCollisionModel*>(model)) {
      append(triangles->triangles(), body.triangles);
    } else if (const auto* lines = dynamic_cast<const LineCollisionModel*>(model)) {
      append(lines->lines(), body.edges);
    } else {
      for (type::Index p = 0; p < count; ++p) body.points.push_back(first + p);
    }
  }
  return body;
}

void ContactBodies::positions(core::VecCoordId id, std::vector<type::Vec3>& x) const {
  x.clear();
  for (const auto* state : m_states) {
    const auto& own = state->coords(id);
    x.insert(x.end(), own.begin(), own.end());
  }
}

void ContactBodies::vectors(core::VecDerivId id, std::vector<type::Vec3>& d) const {
  d.assign(pointCount(), {});
  for (std::size_t s = 0; s < m_states.size(); ++s) {
    if (!m_states[s]->has(id)) continue;
    const auto& own = m_states[s]->derivs(id);
    const std::size_t count = std::min(own.size(), m_offsets[s + 1] - m_offsets[s]);
    std::copy_n(own.begin(), count, d.begin() + static_cast<std::ptrdiff_t>(m_offsets[s]));
  }
}

}  // namespace sofa::component::collision
