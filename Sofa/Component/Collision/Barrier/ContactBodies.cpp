// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/Barrier/ContactBodies.h"

#include <bit>

#include "Sofa/Component/Collision/LineCollisionModel.h"
#include "Sofa/Component/Collision/PointCollisionModel.h"
#include "Sofa/Component/Collision/TriangleCollisionModel.h"

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
  m_states.clear();
  m_origin.clear();
  std::vector<MeshCollisionModel*> models;
  node->collectDown(models);
  for (auto* model : models) {
    auto* state = dynamic_cast<PointState*>(core::mechanicalState(*model->context()));
    if (!state || !isKnown(*model) || !model->context()->isActive()) continue;
    const auto at = std::ranges::find(m_states, state);
    m_models.push_back({model, static_cast<std::size_t>(at - m_states.begin())});
    if (at == m_states.end()) m_states.push_back(state);
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

std::vector<long> ContactBodies::origin(double thickness) const {
  std::vector<long> origin{std::bit_cast<long>(thickness)};
  for (const auto& [model, state] : m_models)
    for (const std::size_t part : {std::size_t{model->d_active.value()}, std::size_t{model->d_simulated.value()},
                                   model->revision(), static_cast<std::size_t>(model->d_selfCollision.counter()),
                                   static_cast<std::size_t>(model->d_group.counter())})
      origin.push_back(static_cast<long>(part));
  for (const auto* state : m_states) origin.push_back(static_cast<long>(state->size()));
  return origin;
}

bool ContactBodies::update(double thickness) {
  findModels();
  auto now = origin(thickness);
  if (now == m_origin) return false;
  m_origin = std::move(now);
  m_offsets.assign(1, 0);
  m_moved.assign(m_states.size(), false);
  std::vector<geometry::ContactSurface::Body> bodies;
  std::vector<type::Vec3> rest;
  for (std::size_t s = 0; s < m_states.size(); ++s) {
    bodies.push_back(elementsOf(s));
    const auto& own = restOf(*m_states[s]);
    rest.insert(rest.end(), own.begin(), own.end());
    m_offsets.push_back(rest.size());
  }
  for (const auto& [model, state] : m_models) m_moved[state] |= model->d_simulated.value();
  m_surface = geometry::ContactSurface(bodies, rest, thickness,
                                       [this](std::size_t a, std::size_t b) { return mayTouch(a, b); });
  return true;
}

bool ContactBodies::mayTouch(std::size_t a, std::size_t b) const {
  if (!m_moved[a] && !m_moved[b]) return false;
  for (const auto& [first, stateA] : m_models)
    for (const auto& [second, stateB] : m_models) {
      if (stateA != a || stateB != b || !first->d_active.value() || !second->d_active.value()) continue;
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
  for (const auto& [model, own] : m_models) {
    if (own != state || !model->isValid() || !model->d_active.value()) continue;
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
