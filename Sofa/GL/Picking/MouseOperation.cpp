// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Picking/MouseOperation.h"

#include "Sofa/Component/Setting/AttachBodyButtonSetting.h"
#include "Sofa/Component/Setting/ConstraintAttachButtonSetting.h"
#include "Sofa/Component/Setting/FixPickedParticleButtonSetting.h"
#include "Sofa/Component/SolidMechanics/PointSpringForceField.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/GL/Picking/IncisionOperation.h"
#include "Sofa/GL/Picking/PassingParts.h"
#include "Sofa/GL/Picking/RemovalOperation.h"
#include "Sofa/GL/Picking/SutureOperation.h"

namespace sofa::gl {

using component::solidmechanics::PointSpring;
using component::solidmechanics::PointSpringForceField;
using core::BaseState;
using geometry::Ray;
using type::Vec3;

namespace setting = component::setting;

namespace {

/// A spring on `state` in `node`, which is the state's or one below.
template <class DataTypes>
std::shared_ptr<core::Component> makeSpring(BaseState& state, core::Node& node, std::string name) {
  auto* typed = dynamic_cast<core::State<DataTypes>*>(&state);
  if (!typed) return nullptr;
  auto spring = std::make_shared<PointSpringForceField<DataTypes>>();
  spring->setClass("PointSpringForceField", DataTypes::name());
  spring->setName(std::move(name));
  spring->l_mstate.set(typed);
  markPassing(*spring, state);
  node.addComponent(spring);
  return spring;
}

std::shared_ptr<core::Component> addSpring(BaseState& state, core::Node& node, const std::string& name) {
  std::shared_ptr<core::Component> spring;
  const auto attempt = [&]<class DataTypes>(DataTypes) {
    if (!spring) spring = makeSpring<DataTypes>(state, node, name);
  };
  attempt(type::Vec3Types{}), attempt(type::Rigid3Types{}), attempt(type::Vec2Types{}), attempt(type::Rigid2Types{});
  attempt(type::Vec1Types{}), attempt(type::Vec6Types{});
  if (!spring) state.error("A mouse cannot pull at points of type {}.", state.dataTypesName());
  return spring;
}

PointSpring& asSpring(core::Component& component) { return dynamic_cast<PointSpring&>(component); }

/// Place of the mouse: on its ray, as far away as what was picked.
class MousePlace {
 public:
  void start(const PickedPoint& picked, const Ray& ray) {
    m_distance = picked.distance;
    move(ray);
  }
  void move(const Ray& ray) { place = ray.origin + m_distance * ray.direction; }
  Vec3 place = Vec3::Zero();

 private:
  double m_distance = 0;
};

/// A spring between the picked point and the mouse. Its rest length is how far the two are apart at the beginning.
class AttachOperation final : public MouseOperation {
 public:
  explicit AttachOperation(const MouseButton& button) : m_button(button) {}

  bool start(simulation::Node&, const PickedPoint& picked, const Ray& ray) override {
    const auto state = picked.state.lock();
    if (!state || !state->context()) return false;
    m_mouse.start(picked, ray);
    const auto spring = addSpring(*state, *state->context(), "Spring-Mouse-Contact");
    if (!spring) return false;
    m_spring = spring;
    auto& s = asSpring(*spring);
    s.hold(picked.points, picked.weights, picked.position);
    s.setTarget(m_mouse.place);
    s.setStiffness(m_button.stiffness);
    s.setDamping(m_button.damping);
    s.setRestLength(picked.aside);
    spring->init();
    return true;
  }
  void move(const Ray& ray) override {
    m_mouse.move(ray);
    if (const auto spring = m_spring.lock()) asSpring(*spring).setTarget(m_mouse.place);
  }
  void end() override { takeOut(m_spring); }
  void setStiffness(double stiffness) override {
    if (const auto spring = m_spring.lock()) asSpring(*spring).setStiffness(stiffness);
  }
  std::optional<Line> line() const override {
    const auto spring = m_spring.lock();
    if (!spring || !spring->context()) return {};
    const auto held = asSpring(*spring).heldPoint();
    if (!held) return {};
    return Line{*held, m_mouse.place, m_button.arrowRadius, m_button.drawnScale};
  }

 private:
  MouseButton m_button;
  MousePlace m_mouse;
  std::weak_ptr<core::Component> m_spring;
};

/// Springs in a node of their own from the picked points to where they are, which share the stiffness and stay.
class FixOperation final : public MouseOperation {
 public:
  explicit FixOperation(const MouseButton& button) : m_button(button) {}

  bool start(simulation::Node&, const PickedPoint& picked, const Ray&) override {
    const auto state = picked.state.lock();
    if (!state || !state->context() || picked.points.empty()) return false;
    const auto node = state->context()->createChild("FixationPoint");
    node->inheritContext();
    m_node = node;
    for (std::size_t i = 0; i < picked.points.size(); ++i) {
      const auto spring = addSpring(*state, *node, fmt::format("spring{}", i + 1));
      if (!spring) return takeOut(m_node), false;
      const bool single = picked.points.size() == 1;
      const Vec3 place = single ? picked.position : state->pointPosition(picked.points[i]);
      auto& s = asSpring(*spring);
      s.hold({picked.points[i]}, {1}, place);
      s.setTarget(s.heldPoint().value_or(place));
      s.setStiffness(m_button.stiffness / static_cast<double>(picked.points.size()));
      s.setDamping(m_button.damping);
      spring->init();
    }
    return true;
  }
  void reset() override { takeOut(m_node); }
  void archive(core::Archive& archive) override {
    archive.setSizesDiffer();
    if (const auto node = m_node.lock())
      for (const auto& spring : node->components()) spring->archive(archive);
  }
  std::optional<Line> line() const override {
    const auto node = m_node.lock();
    if (!node || node->parents().empty() || node->components().empty()) return {};
    const auto* spring = dynamic_cast<const PointSpring*>(node->components().front().get());
    const auto held = spring ? spring->heldPoint() : std::nullopt;
    if (!held) return {};
    return Line{*held, spring->target()};
  }

 private:
  MouseButton m_button;
  std::weak_ptr<core::Node> m_node;
};

/// Ties the nearest picked point, or a place on a body, to the mouse by multipliers.
class ConstraintAttachOperation final : public MouseOperation {
 public:
  bool start(simulation::Node& root, const PickedPoint& picked, const Ray& ray) override {
    const auto state = picked.state.lock();
    if (!state || !state->context() || !canTie(root, *state)) return false;
    m_mouse.start(picked, ray);
    const auto mouse = root.createChild("Mouse");
    m_mouseNode = mouse;
    m_mouseState = addPoint(*mouse, *state, "MousePosition", m_mouse.place);
    BaseState* held = state.get();
    type::Index point = picked.nearestPoint();
    if (state->dataTypesName() == "Rigid3d") {
      held = addPlaceOn(*state, point, picked.position);
      point = 0;
    }
    const auto mouseState = m_mouseState.lock();
    if (!held || !mouseState) return reset(), false;
    return addConstraint(*held, point, *mouseState) || (reset(), false);
  }
  void move(const Ray& ray) override {
    m_mouse.move(ray);
    const auto state = std::dynamic_pointer_cast<core::State<type::Vec3Types>>(m_mouseState.lock());
    if (!state || state->size() != 1) return;
    for (const auto id : {core::vec::position, core::vec::freePosition}) {
      state->allocate(id);
      state->writeCoords(id)[0] = m_mouse.place;
    }
  }
  void end() override {
    takeOut(m_constraint);
    takeOut(m_heldNode);
    takeOut(m_mouseNode);
  }
  std::optional<Line> line() const override {
    const auto held = m_held.lock();
    if (!held || !held->context() || m_point >= held->size() || m_mouseNode.expired()) return {};
    return Line{held->pointPosition(m_point), m_mouse.place};
  }

 private:
  static bool canTie(simulation::Node& root, const BaseState& state) {
    const auto* loop = root.local<core::AnimationLoop>();
    if (!loop || loop->className() != "FreeMotionAnimationLoop") {
      state.error(
          "The mouse holds bodies by constraints only in scenes with a FreeMotionAnimationLoop; give the "
          "button \"attach\" to pull them by a spring.");
      return false;
    }
    if (state.hostTypesName() == "Vec3d" || state.hostTypesName() == "Rigid3d") return true;
    state.error("The mouse holds points of type Vec3d and Rigid3d by constraints, not {}.", state.dataTypesName());
    return false;
  }
  static std::shared_ptr<BaseState> addPoint(simulation::Node& node, const BaseState& like, const std::string& name,
                                             const Vec3& place) {
    node.inheritContext();
    const auto object =
        node.add("MechanicalObject", {{"template", "Vec3d"}, {"name", name}, {"position", text(place)}});
    if (!object) return nullptr;
    markPassing(*object, like);
    object->init();
    return std::dynamic_pointer_cast<BaseState>(object);
  }
  static std::string text(const Vec3& v) { return type::toText(v, 0); }

  /// A point that a body carries along, in a node below the body's.
  BaseState* addPlaceOn(BaseState& body, type::Index index, const Vec3& place) {
    const auto node = body.context()->createChild("Mouse");
    m_heldNode = node;
    const auto state = addPoint(*node, body, "heldPoint", place);
    const auto mapping = node->add("RigidMapping", {{"input", "@../" + body.name()},
                                                    {"output", "@heldPoint"},
                                                    {"index", std::to_string(index)},
                                                    {"globalToLocalCoords", "1"}});
    if (!state || !mapping) return nullptr;
    markPassing(*mapping, body);
    mapping->init();
    mapping->bwdInit();
    return state.get();
  }
  bool addConstraint(BaseState& held, type::Index point, BaseState& mouse) {
    auto* node = held.context();
    const auto constraint =
        node->add("BilateralLagrangianConstraint", {{"template", "Vec3d"},
                                                    {"name", "Constraint-Mouse-Contact"},
                                                    {"object1", "@" + held.path()},
                                                    {"object2", "@" + mouse.path()},
                                                    {"first_point", std::to_string(point)},
                                                    {"second_point", "0"},
                                                    {"rest_vector", text(m_mouse.place - held.pointPosition(point))}});
    if (!constraint) return false;
    markPassing(*constraint, held);
    m_constraint = constraint;
    m_held = std::static_pointer_cast<BaseState>(held.shared_from_this());
    m_point = point;
    constraint->init();
    constraint->bwdInit();
    return constraint->isValid();
  }

  MousePlace m_mouse;
  std::weak_ptr<core::Component> m_constraint;
  std::weak_ptr<core::Node> m_mouseNode, m_heldNode;
  std::weak_ptr<BaseState> m_mouseState, m_held;
  type::Index m_point = 0;
};

}  // namespace

MouseButton MouseButton::standard(MouseAction action) {
  switch (action) {
    case MouseAction::fix:
      return {action, 10000, 0};
    case MouseAction::suture:
      return {action, 10, 1};
    default:
      return {action, 1000, 0};
  }
}

std::unique_ptr<MouseOperation> MouseOperation::create(const MouseButton& button) {
  switch (button.action) {
    case MouseAction::attach:
      return std::make_unique<AttachOperation>(button);
    case MouseAction::fix:
      return std::make_unique<FixOperation>(button);
    case MouseAction::constraintAttach:
      return std::make_unique<ConstraintAttachOperation>();
    case MouseAction::incise:
      return std::make_unique<IncisionOperation>(button.depth);
    case MouseAction::remove:
      return std::make_unique<RemovalOperation>(button.radius);
    case MouseAction::suture:
      return std::make_unique<SutureOperation>(button);
    case MouseAction::none:
      break;
  }
  return nullptr;
}

MouseButtons mouseButtons(simulation::Node& root) {
  MouseButtons buttons{MouseButton::standard(MouseAction::attach), MouseButton::standard(MouseAction::fix),
                       MouseButton::standard(MouseAction::none)};
  std::array<bool, 3> given{};
  std::vector<setting::MouseButtonSetting*> settings;
  root.collectDown(settings);
  for (const auto* s : settings) {
    const std::size_t index = s->d_button.value().index();
    if (index >= buttons.size() || std::exchange(given[index], true)) continue;
    if (const auto* attach = dynamic_cast<const setting::AttachBodyButtonSetting*>(s)) {
      buttons[index] = {MouseAction::attach, attach->d_stiffness.value(), 0, attach->d_arrowSize.value(),
                        attach->d_showFactorSize.value()};
    } else if (const auto* fix = dynamic_cast<const setting::FixPickedParticleButtonSetting*>(s)) {
      buttons[index] = {MouseAction::fix, fix->d_stiffness.value()};
    } else if (dynamic_cast<const setting::ConstraintAttachButtonSetting*>(s)) {
      buttons[index] = MouseButton::standard(MouseAction::constraintAttach);
    } else {
      s->warning(
          "The mouse has no such operation here; the {} button keeps what it does. There are "
          "AttachBodyButtonSetting, FixPickedParticleButtonSetting and ConstraintAttachButtonSetting.",
          s->d_button.value().selected());
    }
  }
  return buttons;
}

}  // namespace sofa::gl
