// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/RigidContactPoints.h"

#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/ObjectModel/ArchiveMembers.h"
#include "Sofa/Helper/Parallel.h"

namespace sofa::component::collision {

using type::Index;
using type::Vec3;

void RigidContactMapping::restart(std::size_t count) {
  m_points.clear();
  m_points.reserve(count);
}

Index RigidContactMapping::attach(const Vec3& point, Index frame) {
  const auto& x = l_input->positions()[frame];
  const Vec3 arm = point - x.center;
  m_points.push_back({type::inverseRotate(x.orientation, arm), arm, frame});
  return static_cast<Index>(m_points.size() - 1);
}

void RigidContactMapping::apply(OutVecCoord& out, const InVecCoord& in) {
  out.resize(m_points.size());
  helper::parallelChunks(m_points.size(), pointsAtOnce, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      Point& p = m_points[i];
      if (p.frame >= in.size()) continue;  // gone since the detection
      p.arm = type::rotate(in[p.frame].orientation, p.local);
      out[i] = in[p.frame].center + p.arm;
    }
  });
}

void RigidContactMapping::applyJ(OutVecDeriv& out, const InVecDeriv& in) {
  out.resize(m_points.size());
  helper::parallelChunks(m_points.size(), pointsAtOnce, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      out[i].setZero();
      if (m_points[i].frame >= in.size()) continue;
      const auto& v = in[m_points[i].frame];
      out[i] = v.head<3>() + Vec3(v.tail<3>()).cross(m_points[i].arm);
    }
  });
}

void RigidContactMapping::applyJT(InVecDeriv& in, const OutVecDeriv& out) {
  const std::size_t n = std::min(m_points.size(), out.size());
  for (std::size_t i = 0; i < n; ++i) {
    if (m_points[i].frame >= in.size()) continue;
    auto& f = in[m_points[i].frame];
    f.head<3>() += out[i];
    f.tail<3>() += m_points[i].arm.cross(out[i]);
  }
}

void RigidContactMapping::buildJacobian(core::JacobianMatrix* jacobian) {
  const auto j = jacobian->block(l_output.get(), l_input.get());
  for (std::size_t i = 0; i < m_points.size(); ++i) {
    const Vec3& r = m_points[i].arm;
    type::Mat<3, 6> block;  // v + w x r
    block << 1, 0, 0, 0, r.z(), -r.y(), 0, 1, 0, -r.z(), 0, r.x(), 0, 0, 1, r.y(), -r.x(), 0;
    j(3 * static_cast<int>(i), 6 * static_cast<int>(m_points[i].frame)) += block;
  }
}

/// A force f on a point is f and the torque r x f on its frame.
void RigidContactMapping::carryRows(core::ConstraintJacobian& jacobian) const {
  const auto rows = jacobian.blocks(l_output.get());
  const auto carried = jacobian.extend(l_input.get(), rows.size());
  helper::parallelChunks(rows.size(), pointsAtOnce, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const Point& point = m_points[static_cast<std::size_t>(rows[k].point)];
      const auto& f = rows[k].direction;
      const Vec3 force(f[0], f[1], f[2]), torque = point.arm.cross(force);
      carried[k] = {rows[k].row, static_cast<int>(point.frame), {f[0], f[1], f[2], torque[0], torque[1], torque[2]}};
    }
  });
}

void RigidContactMapping::archive(core::Archive& archive) {
  core::archiveMember(archive, m_points, &Point::local);
  core::archiveMember(archive, m_points, &Point::frame);
  const std::size_t frames = l_input->size();
  if (!std::ranges::all_of(m_points, [&](const Point& p) { return p.frame < frames; })) {
    m_points.clear();
    archive.fail();
  }
}

namespace {
std::shared_ptr<RigidContactMapping> makeRigidMapping() {
  auto mapping = std::make_shared<RigidContactMapping>();
  mapping->setClass("RigidContactMapping", RigidContactMapping::staticTemplateName());
  return mapping;
}
}  // namespace

RigidContactPoints::RigidContactPoints(core::State<type::Rigid3Types>& body, const std::string& name)
    : MappedContactPoints(*body.context(), name, body, makeRigidMapping()) {}

}  // namespace sofa::component::collision
