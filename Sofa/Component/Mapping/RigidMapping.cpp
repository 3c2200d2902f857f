// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/RigidMapping.h"

#include <Eigen/Eigenvalues>

#include "Sofa/Component/Mapping/PointFile.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Simulation/Scene/FollowMesh.h"
#include "Sofa/Type/EigenView.h"

namespace sofa::component::mapping {

using type::Index;
using type::Vec2;
using type::Vec3;

namespace {

type::Mat3 rotation(const type::RigidCoord<3>& x) { return type::toMatrix(x.orientation); }
type::Mat2 rotation(const type::RigidCoord<2>& x) {
  type::Mat2 r;
  r << std::cos(x.orientation), -std::sin(x.orientation), std::sin(x.orientation), std::cos(x.orientation);
  return r;
}

auto center(const type::RigidCoord<3>& x) { return x.center; }
Vec2 center(const type::RigidCoord<2>& x) { return x.center; }
const Vec3& center(const Vec3& x) { return x; }
const Vec2& center(const Vec2& x) { return x; }

/// Velocity of the end of an arm that turns with its body, and the torque of a force there.
Vec3 turnVelocity(const type::Vec6& v, const Vec3& arm) { return v.tail<3>().cross(arm); }
Vec2 turnVelocity(const Vec3& v, const Vec2& arm) { return v[2] * Vec2(-arm.y(), arm.x()); }
Vec3 torque(const Vec3& arm, const Vec3& force) { return arm.cross(force); }
type::Vec1 torque(const Vec2& arm, const Vec2& force) { return type::Vec1(arm.x() * force.y() - arm.y() * force.x()); }

/// Velocity of the end of an arm from the turn of its body.
type::Mat3 turnMatrix(const Vec3& r) {
  type::Mat3 m;
  m << 0, r.z(), -r.y(), -r.z(), 0, r.x(), r.y(), -r.x(), 0;
  return m;
}
Vec2 turnMatrix(const Vec2& r) { return {-r.y(), r.x()}; }

/// Torque about the body's centre, from its turn, of a force f that keeps its direction: [f]x [r]x = r f^T - (f.r) I.
type::Mat3 torqueChange(const Vec3& r, const Vec3& f) { return r * f.transpose() - f.dot(r) * type::Mat3::Identity(); }

/// Symmetric part of a matrix without its positive eigenvalues.
type::Mat3 negativePart(const type::Mat3& m) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(eigen(0.5 * (m + m.transpose())));
  const type::Mat3 axes = solver.eigenvectors();
  const Vec3 negative = solver.eigenvalues().cwiseMin(0.0);
  return axes * negative.asDiagonal() * axes.transpose();
}

}  // namespace

template <class In, class Out>
RigidMapping<In, Out>::RigidMapping() {
  // What is declared as default is not what acts when a scene says nothing (docs/manual/mappings.md, "Geometric
  // stiffness").
  d_geometricStiffness.edit().select("None");
  d_geometricStiffness.unset();
}

template <class In, class Out>
void RigidMapping<In, Out>::init() {
  if (this->l_input && this->l_output) {
    if (!d_filename.value().empty()) readPoints();
    if (d_useX0.value()) {
      const OutVecCoord& rest = this->l_output->restPositions();
      if (rest.empty())
        this->error("useX0 needs rest positions, and {} has none.", this->l_output->path());
      else
        d_initialPoints.set(rest);
    } else if (d_initialPoints.value().empty()) {
      takeOutputPositions();
    }
    fitSizes();
  }
  Base::init();
  core::readAtInit(*this, {&d_globalToLocalCoords, &d_useX0});
}

template <class In, class Out>
void RigidMapping<In, Out>::fitSizes() {
  const std::size_t count = d_initialPoints.value().size();
  const std::size_t size = this->l_output->size();
  if (this->l_output->isMechanical() && size < count)
    this->warning(
        "There are coordinates for {} points, but {} has {}: only those are mapped. Give it {} positions to map all.",
        count, this->l_output->path(), size, count);
  else if (size != count)
    this->l_output->resize(count);
}

template <class In, class Out>
void RigidMapping<In, Out>::readPoints() {
  const std::filesystem::path folder = this->folder();
  const auto file = helper::ResourcePath::data().find(d_filename.value(), folder);
  if (!file) {
    this->error("File '{}' not found in {}.", d_filename.value(), helper::ResourcePath::data().describe(folder));
    return;
  }
  std::vector<Vec3> read;
  std::string problem;
  if (!readPointFile(*file, read, problem)) {
    this->error("{}.", problem);
    return;
  }
  OutVecCoord points(read.size());
  for (std::size_t i = 0; i < read.size(); ++i) Out::setPosition(points[i], read[i]);
  d_initialPoints.set(std::move(points));
}

template <class In, class Out>
void RigidMapping<In, Out>::takeOutputPositions() {
  OutVecCoord points = this->l_output->positions();
  d_initialPoints.set(points);
  if (!d_globalToLocalCoords.value()) return;
  const InVecCoord& in = this->l_input->positions();
  if (!updateBodies(in.size())) return;
  forEachPoint(points.size(), [&](std::size_t i, Index body) {
    const auto& frame = in[body];
    const Arm local = rotation(frame).transpose() * (center(points[i]) - center(frame));
    if constexpr (Out::isRigid) {
      points[i].center = local;
      points[i].orientation = type::inverse(frame.orientation) * points[i].orientation;
    } else {
      points[i] = local;
    }
  });
  d_initialPoints.set(std::move(points));
}

template <class In, class Out>
bool RigidMapping<In, Out>::updateBodies(std::size_t bodies) {
  const std::array counters{d_index.counter(), d_indexFromEnd.counter(), d_rigidIndexPerPoint.counter()};
  const std::size_t count = d_initialPoints.value().size();
  if (counters == m_counters && bodies == m_bodyCount && m_bodies.size() == count) return m_bodiesExist;
  m_counters = counters;
  m_bodyCount = bodies;
  const auto& perPoint = d_rigidIndexPerPoint.value();
  const bool each = perPoint.size() == count;
  const Index common = d_indexFromEnd.value() ? static_cast<Index>(bodies - 1 - d_index.value()) : d_index.value();
  if (each)
    m_bodies = perPoint;
  else
    m_bodies.assign(count, common);
  if (!each && !perPoint.empty())
    this->warning("rigidIndexPerPoint has {} entries for {} points: all points follow body {}.", perPoint.size(), count,
                  common);
  const auto missing = std::find_if(m_bodies.begin(), m_bodies.end(), [&](Index b) {
    return b >= bodies && !(m_hasFollowed && b == type::invalidIndex);
  });
  m_bodiesExist = missing == m_bodies.end();
  if (!m_bodiesExist)
    this->error("There is no body {}: {} has {}. No point is mapped.", *missing, this->l_input->path(), bodies);
  return m_bodiesExist;
}

template <class In, class Out>
template <class F>
void RigidMapping<In, Out>::forEachPoint(std::size_t count, F&& f) const {
  const std::size_t end = std::min(count, m_bodies.size());
  for (std::size_t i = 0; i < end; ++i)
    if (m_bodies[i] != type::invalidIndex) f(i, m_bodies[i]);
}

template <class In, class Out>
bool RigidMapping<In, Out>::topologyChanged(const core::MeshChanges& changes) {
  if (!this->l_input || m_bodies.empty() || simulation::meshOfState(*this->l_input) != changes.mesh) return true;
  auto bodies = m_bodies;
  simulation::followPoints(bodies, *this->l_input, changes);
  m_hasFollowed = true;
  if (bodies != m_bodies || d_indexFromEnd.value()) d_rigidIndexPerPoint.set(std::move(bodies));
  return true;
}

template <class In, class Out>
void RigidMapping<In, Out>::apply(OutVecCoord& out, const InVecCoord& in) {
  if (!updateBodies(in.size())) return;
  const OutVecCoord& local = d_initialPoints.value();
  const std::size_t count =
      this->l_output->isMechanical() ? std::min(local.size(), this->l_output->size()) : local.size();
  if (out.size() != count) out.resize(count);
  m_arms.resize(count);
  auto turn = in.empty() ? type::Mat<In::spatialDimensions>() : rotation(in[0]);
  Index turned = 0;
  forEachPoint(count, [&](std::size_t i, Index body) {
    const auto& frame = in[body];
    if (body != turned) {
      turn = rotation(frame);
      turned = body;
    }
    m_arms[i] = turn * center(local[i]);
    if constexpr (Out::isRigid) {
      out[i].center = frame.center + m_arms[i];
      out[i].orientation = frame.orientation * local[i].orientation;
    } else {
      out[i] = center(frame) + m_arms[i];
    }
  });
}

template <class In, class Out>
void RigidMapping<In, Out>::applyJ(OutVecDeriv& out, const InVecDeriv& in) {
  if (!m_bodiesExist || in.size() < m_bodyCount) return;
  if (out.size() != m_arms.size()) out.resize(m_arms.size());
  constexpr int n = In::spatialDimensions;
  if (m_hasFollowed) out.assign(out.size(), Out::Deriv::Zero());  // points without a body stand still
  forEachPoint(m_arms.size(), [&](std::size_t i, Index body) {
    const auto& v = in[body];
    out[i].template head<n>() = v.template head<n>() + turnVelocity(v, m_arms[i]);
    if constexpr (Out::isRigid) out[i].template tail<3>() = v.template tail<3>();
  });
}

template <class In, class Out>
void RigidMapping<In, Out>::applyJT(InVecDeriv& in, const OutVecDeriv& out) {
  if (!m_bodiesExist || in.size() < m_bodyCount || out.size() < m_arms.size()) return;
  constexpr int n = In::spatialDimensions;
  constexpr int turns = In::derivSize - n;
  forEachPoint(m_arms.size(), [&](std::size_t i, Index body) {
    const Arm force = out[i].template head<n>();
    in[body].template head<n>() += force;
    in[body].template tail<turns>() += torque(m_arms[i], force);
    if constexpr (Out::isRigid) in[body].template tail<3>() += out[i].template tail<3>();
  });
}

template <class In, class Out>
void RigidMapping<In, Out>::applyDJT(const core::MechanicalParams& params, core::VecDerivId dfIn,
                                     core::VecDerivId childForce) {
  if constexpr (In::spatialDimensions == 3) {
    const type::OptionGroup& option = d_geometricStiffness.value();
    if (option.is("None") || params.kFactor == 0) return;
    if (!m_bodiesExist || !this->l_input || !this->l_output || !this->l_output->isMechanical()) return;
    const bool exact = option.is("Exact");
    InVecDeriv& df = this->l_input->writeDerivs(dfIn);
    const InVecDeriv& dx = this->l_input->derivs(params.dx);
    const OutVecDeriv& f = this->l_output->derivs(exact || !core::reproducesSofa(*this) ? childForce : dfIn);
    if (df.size() < m_bodyCount || dx.size() < m_bodyCount || f.size() < m_arms.size()) return;
    if (exact)
      addExactStiffness(df, dx, f, params.kFactor);
    else
      addStabilizedStiffness(df, dx, f, params.kFactor);
  }
}

template <class In, class Out>
void RigidMapping<In, Out>::addExactStiffness(InVecDeriv& df, const InVecDeriv& dx, const OutVecDeriv& f,
                                              double factor) const {
  if constexpr (In::spatialDimensions == 3)
    forEachPoint(m_arms.size(), [&](std::size_t i, Index body) {
      const Vec3 force = f[i].template head<3>();
      const Vec3 moved = dx[body].template tail<3>().cross(m_arms[i]);
      df[body].template tail<3>() -= factor * force.cross(moved);
    });
}

template <class In, class Out>
void RigidMapping<In, Out>::addStabilizedStiffness(InVecDeriv& df, const InVecDeriv& dx, const OutVecDeriv& f,
                                                   double factor) {
  if constexpr (In::spatialDimensions == 3) {
    m_stiffness.assign(m_bodyCount, type::Mat3::Zero());
    forEachPoint(m_arms.size(), [&](std::size_t i, Index body) {
      m_stiffness[body] += torqueChange(m_arms[i], f[i].template head<3>());
    });
    for (std::size_t body = 0; body < m_bodyCount; ++body)
      df[body].template tail<3>() += factor * (negativePart(m_stiffness[body]) * dx[body].template tail<3>());
  }
}

template <class In, class Out>
void RigidMapping<In, Out>::buildJacobian(core::JacobianMatrix* jacobian) {
  if (!m_bodiesExist || this->l_input->size() < m_bodyCount || this->l_output->size() < m_arms.size()) return;
  constexpr int n = In::spatialDimensions, in = In::derivSize, out = Out::derivSize;
  const auto j = jacobian->block(this->l_output.get(), this->l_input.get());
  forEachPoint(m_arms.size(), [&](std::size_t i, Index body) {
    type::Mat<out, in> block = type::Mat<out, in>::Identity();
    block.template block<n, in - n>(0, n) = turnMatrix(m_arms[i]);
    j(static_cast<int>(i) * out, static_cast<int>(body) * in) += block;
  });
}

template <class In, class Out>
void RigidMapping<In, Out>::buildGeometricStiffnessMatrix(core::GeometricStiffnessMatrix* matrix,
                                                          core::VecDerivId childForce) {
  if constexpr (In::spatialDimensions == 3) {
    const type::OptionGroup& option = d_geometricStiffness.value();
    if (option.is("None") || !m_bodiesExist || !this->l_output->isMechanical()) return;
    const OutVecDeriv& f = this->l_output->derivs(childForce);
    if (f.size() < m_arms.size()) return;
    m_stiffness.assign(m_bodyCount, type::Mat3::Zero());
    forEachPoint(m_arms.size(), [&](std::size_t i, Index body) {
      m_stiffness[body] += torqueChange(m_arms[i], f[i].template head<3>());
    });
    const auto* state = this->l_input.get();
    const auto dfdx = matrix->getMappingDerivativeIn(state).withRespectToPositionsIn(state);
    const bool exact = option.is("Exact");
    if (exact && matrix->getMechanicalParams()->symmetricOnly && !std::exchange(m_toldSymmetry, true))
      this->warning(
          "The exact geometric stiffness is not symmetric, but the linear solver takes the matrix for symmetric: set "
          "geometricStiffness to Stabilized, or use EigenSparseLU.");
    for (std::size_t body = 0; body < m_bodyCount; ++body) {
      const int turn = static_cast<int>(body) * In::derivSize + 3;
      dfdx(turn, turn) += exact ? m_stiffness[body] : negativePart(m_stiffness[body]);
    }
  }
}

template <class In, class Out>
void RigidMapping<In, Out>::archive(core::Archive& archive) {
  if (archive.sizesDiffer()) {
    auto bodies = d_rigidIndexPerPoint.value();
    archive.io(bodies);
    archive.io(m_hasFollowed);
    if (archive.isLoading() && archive.isGood()) d_rigidIndexPerPoint.set(std::move(bodies));
  }
  const std::size_t count = m_arms.size();
  archive.io(m_arms);
  if (m_arms.size() == count) return;
  archive.fail();
  m_arms.resize(count);
}

template <class In, class Out>
void RigidMapping<In, Out>::draw(core::DrawList& list) const {
  if (!this->l_output || !list.shows(type::DisplayFlags::Mappings)) return;
  static thread_local core::DrawnPoints drawn;
  list.points(drawn.of(this->l_output.get()), 7, {1, 1, 0, 1});
}

namespace {
const auto registered =
    core::Register("RigidMapping", "Sofa.Component.Mapping.NonLinear", "points or bodies fixed to moving bodies")
        .wasCalled("RigidRigidMapping", "", "Its template is Rigid3d,Rigid3d.")
        .add<RigidMapping<type::Rigid3Types, type::Vec3Types>>(true)
        .add<RigidMapping<type::Rigid3Types, type::Rigid3Types>>()
        .add<RigidMapping<type::Rigid2Types, type::Vec2Types>>();
}  // namespace

}  // namespace sofa::component::mapping
