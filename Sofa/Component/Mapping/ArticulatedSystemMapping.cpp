// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/ArticulatedSystemMapping.h"
#include "Sofa/Type/AngleAxis.h"

#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {
namespace {

using type::Quat;
using type::Vec3;

Quat turnAbout(const Vec3& axis, double angle) {
  return axis.isZero() ? Quat(Quat::Identity()) : Quat(type::AngleAxis(angle, axis.normalized()));
}

/// Velocity of a body that turns about an axis, r being the arm from there to the body: (a x r, a).
type::Vec6 turning(const Vec3& axis, const Vec3& arm) {
  type::Vec6 column;
  column << axis.cross(arm), axis;
  return column;
}

}  // namespace

void ArticulatedSystemMapping::init() {
  setValid();
  if (of<0>().states.size() != 1 || of<1>().states.size() > 1) {
    error("input1 must name one state of joint values and input2 at most one of bodies: nothing is mapped.");
    setInvalid();
  } else if (!l_container && of<0>().states[0]) {
    l_container.set(of<0>().states[0]->context()->down<ArticulatedHierarchyContainer>());
  }
  if (isValid() && !l_container) {
    error("There is no ArticulatedHierarchyContainer at or below the node of input1: add one, or set container.");
    setInvalid();
  }
  if (isValid() && l_output && of<0>().states[0] && !findJoints()) setInvalid();
  MultiMapping::init();
}

void ArticulatedSystemMapping::reset() {
  m_previous.clear();
  for (Joint& joint : m_joints) {
    joint.turn = Quat::Identity();
    joint.shift.setZero();
  }
}

bool ArticulatedSystemMapping::findJoints() {
  m_joints.clear();
  m_previous.clear();
  for (ArticulationCenter* center : l_container->centers()) {
    Joint& joint = m_joints.emplace_back();
    joint.center = center;
    joint.parent = static_cast<std::size_t>(center->d_parentIndex.value());
    joint.child = static_cast<std::size_t>(center->d_childIndex.value());
    core::readAtInit(*center, {&center->d_parentIndex, &center->d_childIndex});
    for (const Articulation* articulation : center->articulations()) {
      joint.freedoms.push_back({articulation, static_cast<std::size_t>(articulation->d_articulationIndex.value()),
                                Vec3::Zero(), Vec3::Zero()});
      core::readAtInit(*articulation, {&articulation->d_articulationIndex});
    }
  }
  return checkSizes(of<0>().states[0]->size(), l_output->size());
}

bool ArticulatedSystemMapping::checkSizes(std::size_t values, std::size_t bodies) {
  if (m_joints.size() > values) {
    error("There are {} joints (ArticulationCenter), but input1 has {} values only: nothing is mapped.",
          m_joints.size(), values);
    return false;
  }
  for (const Joint& joint : m_joints) {
    const std::size_t last = std::max(joint.parent, joint.child);
    if (last >= bodies || joint.parent == joint.child) {
      joint.center->error(
          "It joins the bodies {} and {}, which should be two of the {} bodies of {}: nothing is mapped.",
          joint.center->d_parentIndex.value(), joint.center->d_childIndex.value(), bodies, l_output->path());
      return false;
    }
    for (const Freedom& freedom : joint.freedoms)
      if (freedom.value >= values) {
        freedom.articulation->error("articulationIndex is {}, but input1 has {} values: nothing is mapped.",
                                    freedom.articulation->d_articulationIndex.value(), values);
        return false;
      }
  }
  return true;
}

void ArticulatedSystemMapping::placeAbsolute(Joint& joint, const Frame& parent, Frame& child,
                                             const std::vector<double>& values) const {
  const Vec3 &onParent = joint.center->d_posOnParent.value(), &onChild = joint.center->d_posOnChild.value();
  Vec3 point = parent.center + type::rotate(parent.orientation, onParent);
  Quat q = parent.orientation;
  Vec3 c = parent.center + type::rotate(q, Vec3(onParent - onChild));
  for (Freedom& freedom : joint.freedoms) {
    const double value = values[freedom.value];
    freedom.axis = type::rotate(q, freedom.articulation->d_axis.value().normalized());
    if (freedom.articulation->d_rotation.value()) {
      const Vec3 arm = type::rotate(q, Vec3(-onChild));
      const Quat turn = turnAbout(freedom.axis, value);
      c += type::rotate(turn, arm) - arm;
      q = (turn * q).normalized();
    }
    if (freedom.articulation->d_translation.value()) {
      c += freedom.axis * value;
      point += freedom.axis * value;
    }
    freedom.point = point;
  }
  child.center = c;
  child.orientation = q;
}

void ArticulatedSystemMapping::placeByChanges(Joint& joint, const Frame& parent, Frame& child,
                                              const std::vector<double>& values) {
  const bool byParent = joint.center->d_articulationProcess.value() == 1;
  const Quat axes = byParent ? parent.orientation : child.orientation;
  Vec3 shift = Vec3::Zero();  // of process 2
  for (Freedom& freedom : joint.freedoms) {
    const double value = values[freedom.value], change = value - m_previous[freedom.value];
    freedom.axis = type::rotate(axes, freedom.articulation->d_axis.value());
    if (freedom.articulation->d_rotation.value())
      joint.turn = (turnAbout(freedom.axis, change) * joint.turn).normalized();
    if (!freedom.articulation->d_translation.value()) continue;
    if (byParent)
      joint.shift += freedom.axis * change;
    else
      shift += freedom.axis * value;
  }
  Vec3 point = parent.center + type::rotate(parent.orientation, joint.center->d_posOnParent.value());
  if (byParent) point += joint.shift;
  child.orientation = (joint.turn * parent.orientation).normalized();
  child.center = point - type::rotate(child.orientation, joint.center->d_posOnChild.value()) + shift;
  for (Freedom& freedom : joint.freedoms) freedom.point = point;
}

void ArticulatedSystemMapping::place(Joint& joint, OutVecCoord& bodies, const std::vector<double>& values) {
  const Frame& parent = bodies[joint.parent];
  joint.center->d_globalPosition.set(parent.center +
                                     type::rotate(parent.orientation, joint.center->d_posOnParent.value()));
  if (joint.center->d_articulationProcess.value() == 0)
    placeAbsolute(joint, parent, bodies[joint.child], values);
  else
    placeByChanges(joint, parent, bodies[joint.child], values);
}

void ArticulatedSystemMapping::apply(OutVecCoord& out, core::VecCoordId in) {
  const auto& x = of<0>().states[0]->coords(in);
  if (!checkSizes(x.size(), out.size())) return setInvalid();
  std::vector<double> values;
  for (const auto& value : x) values.push_back(value[0]);
  if (m_previous.size() != values.size()) {
    m_previous = values;
    if (m_start.size() == out.size())
      out = m_start;
    else
      m_start = out;
  }
  const Frame* root = nullptr;
  std::size_t rootIndex = 0;
  if (of<1>().states.size() > 0 && of<1>().states[0]->size() > 0 && !out.empty()) {
    const auto& roots = of<1>().states[0]->coords(in);
    rootIndex = roots.size() - 1;
    if (d_indexInput2.isSet()) rootIndex = std::min<std::size_t>(d_indexInput2.value(), rootIndex);
    root = &roots[rootIndex];
    out[0] = *root;
  }
  for (Joint& joint : m_joints) place(joint, out, values);
  m_previous = std::move(values);
  fillJacobians(out, root, rootIndex);
}

void ArticulatedSystemMapping::fillJacobians(const OutVecCoord& bodies, const Frame* root, std::size_t rootIndex) {
  auto& byValues = of<0>().jacobians[0];
  byValues.clear();
  std::vector<const Joint*> carrier(bodies.size(), nullptr);
  for (const Joint& joint : m_joints) carrier[joint.child] = &joint;
  for (std::size_t body = 0; body < bodies.size(); ++body) {
    std::size_t top = body, steps = 0;
    for (const Joint* joint = carrier[body]; joint && steps++ < m_joints.size(); joint = carrier[top]) {
      top = joint->parent;
      for (const Freedom& freedom : joint->freedoms) {
        type::Vec6 column = type::Vec6::Zero();
        if (freedom.articulation->d_rotation.value())
          column += turning(freedom.axis, bodies[body].center - freedom.point);
        if (freedom.articulation->d_translation.value()) column.head<3>() += freedom.axis;
        byValues.add(body, freedom.value, column);
      }
    }
    if (!root || top != 0) continue;
    auto& byRoot = of<1>().jacobians[0];
    if (body == 0) byRoot.clear();
    type::Mat<6, 6> block = type::Mat<6, 6>::Identity();
    block.topRows<3>() = armBlock(bodies[body].center - root->center);
    byRoot.add(body, rootIndex, block);
  }
}

void ArticulatedSystemMapping::archive(core::Archive& archive) {
  archive.io(m_previous);
  for (Joint& joint : m_joints) {
    for (double& value : joint.turn.coeffs()) archive.io(value);
    for (double& value : joint.shift) archive.io(value);
  }
  MultiMapping::archive(archive);
}

namespace {
const auto registered = core::Register("ArticulatedSystemMapping", "ArticulatedSystemPlugin",
                                       "bodies that hang together by joints, driven by the values of the joints")
                            .add<ArticulatedSystemMapping>();
}  // namespace

}  // namespace sofa::component::mapping
