// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Picking/SutureOperation.h"

#include "Sofa/Component/SolidMechanics/SpringForceField.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/GL/Picking/PassingParts.h"

namespace sofa::gl {

using geometry::Ray;
using type::Index;
using type::Vec3Types;
using Stitch = component::solidmechanics::SpringForceField<Vec3Types>;

namespace {

bool isAbove(const core::Node& node, const core::Node& below) { return &node == &below || node.isAncestorOf(&below); }

/// The lowest node that both states are in or below: forces between bodies act from above their solvers.
core::Node* commonNode(const core::BaseState& a, const core::BaseState& b) {
  auto* node = a.context();
  while (node && !isAbove(*node, *b.context())) node = node->parents().empty() ? nullptr : node->parents().front();
  return node;
}

std::shared_ptr<core::State<Vec3Types>> stateOf(const PickedPoint& picked) {
  const auto state = picked.state.lock();
  auto typed = std::dynamic_pointer_cast<core::State<Vec3Types>>(state);
  if (state && !typed) state->error("The mouse stitches points of type Vec3d, not {}.", state->dataTypesName());
  return typed;
}

}  // namespace

bool SutureOperation::start(simulation::Node& root, const PickedPoint& picked, const Ray& ray) {
  const auto state = stateOf(picked);
  if (!state || !state->context()) return false;
  m_root = std::static_pointer_cast<simulation::Node>(root.shared_from_this());
  m_first = state;
  m_from = picked.nearestPoint();
  m_distance = picked.distance;
  m_ray = ray;
  return true;
}

void SutureOperation::end() {
  const auto root = m_root.lock();
  const auto first = m_first.lock();
  m_root.reset();
  if (!root || !first || !first->context() || m_from >= first->size()) return;
  const auto picked = pickPoint(*root, m_ray);
  const auto second = picked ? stateOf(*picked) : nullptr;
  if (!second) return;
  const Index to = picked->nearestPoint();
  if (second == first && to == m_from) {
    first->error("A stitch ends at another point than it begins at: release the button over that point.");
    return;
  }
  m_second = second;
  if (!stitch(*first, m_from, *second, to)) reset();
}

bool SutureOperation::stitch(State& first, Index from, State& second, Index to) {
  auto* node = commonNode(first, second);
  if (!node) return false;
  const auto spring = std::make_shared<Stitch>();
  spring->setClass("SpringForceField", Vec3Types::name());
  spring->setName("Suture");
  spring->l_object1.set(&first);
  spring->l_object2.set(&second);
  spring->d_springs.set({{from, to, m_button.stiffness, m_button.damping, 0}});
  markPassing(*spring, first);
  node->addComponent(spring);
  m_spring = spring;
  spring->init();
  return spring->isValid();
}

void SutureOperation::reset() {
  m_root.reset();
  takeOut(m_spring);
}

void SutureOperation::archive(core::Archive& archive) {
  archive.setSizesDiffer();
  if (const auto spring = m_spring.lock()) spring->archive(archive);
}

std::optional<MouseOperation::Line> SutureOperation::line() const {
  const auto first = m_first.lock();
  if (!first || !first->context()) return {};
  if (!m_root.expired() && m_from < first->size())
    return Line{first->positions()[m_from], m_ray.origin + m_distance * m_ray.direction};
  const auto second = m_second.lock();
  const auto spring = std::dynamic_pointer_cast<const Stitch>(m_spring.lock());
  if (!second || !second->context() || !spring || !spring->context() || spring->d_springs.value().empty()) return {};
  const auto& ends = spring->d_springs.value().front();
  if (ends.first >= first->size() || ends.second >= second->size()) return {};
  return Line{first->positions()[ends.first], second->positions()[ends.second]};
}

}  // namespace sofa::gl
