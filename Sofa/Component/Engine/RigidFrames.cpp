// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/Engine.h"

namespace sofa::component::engine {

using Frame = type::RigidCoord<3>;

/// Frames from positions and orientations; where there are fewer orientations, the last one counts for the rest.
class QuatToRigidEngine final : public Engine {
 public:
  List<Vec3> d_positions{this, "positions", {}, "positions", input};
  List<type::Quat> d_orientations{this, "orientations", {}, "orientations, quaternions x y z w", input};
  List<Frame> d_rigids{this, "rigids", {}, "frames", output};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

 protected:
  void doUpdate() override {
    const auto& x = d_positions.value();
    const auto& q = d_orientations.value();
    if (x.size() != q.size())
      warning("There are {} positions and {} orientations; {}.", x.size(), q.size(),
              q.size() > x.size() ? "those left over are not used"
              : q.empty()         ? "the frames are not turned"
                                  : "the last orientation is used for the others");
    auto& frames = d_rigids.edit();
    frames.assign(x.size(), Frame());
    for (std::size_t i = 0; i < x.size(); ++i) {
      frames[i].center = x[i];
      if (!q.empty()) frames[i].orientation = q[std::min(i, q.size() - 1)];
    }
  }
};

/// Positions and orientations of frames.
class RigidToQuatEngine final : public Engine {
 public:
  List<Vec3> d_positions{this, "positions", {}, "their positions", output};
  List<type::Quat> d_orientations{this, "orientations", {}, "their orientations", output};
  List<Vec3> d_orientationsEuler{
      this, "orientationsEuler", {}, "the same as angles about fixed X, then Y, then Z (radians)", output};
  List<Frame> d_rigids{this, "rigids", {}, "frames", input};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

 protected:
  void doUpdate() override {
    auto &positions = d_positions.edit(), &angles = d_orientationsEuler.edit();
    auto& orientations = d_orientations.edit();
    positions.clear(), orientations.clear(), angles.clear();
    for (const Frame& frame : d_rigids.value()) {
      positions.push_back(frame.center);
      orientations.push_back(frame.orientation);
      const type::Mat3 r = type::toMatrix(frame.orientation);
      angles.emplace_back(std::atan2(r(2, 1), r(2, 2)), std::asin(std::clamp(-r(2, 0), -1.0, 1.0)),
                          std::atan2(r(1, 0), r(0, 0)));
    }
  }
};

/// What moves the frames x0 to the frames x, as frames or matrices.
template <class Output>
class DisplacementTransformEngine final : public Engine {
 public:
  List<Frame> d_x0{this, "x0", {}, "frames at rest", input};
  List<Frame> d_x{this, "x", {}, "frames", input};
  List<Output> d_displacements{
      this, "displacements", {}, "displacements", {.aliases = {"displaceMats"}, .group = "Outputs"}};
  static std::string staticTemplateName() { return "Rigid3d," + type::TextTraits<Output>::name(); }

 protected:
  void doUpdate() override {
    const auto &x0 = d_x0.value(), &x = d_x.value();
    if (x0.size() != x.size()) warning("x0 has {} frames and x has {}; the rest is left out.", x0.size(), x.size());
    auto& displacements = d_displacements.edit();
    displacements.clear();
    for (std::size_t i = 0; i < std::min(x0.size(), x.size()); ++i) {
      Frame d;
      d.orientation = x[i].orientation * type::inverse(x0[i].orientation);
      d.center = x[i].center - type::rotate(d.orientation, x0[i].center);
      displacements.push_back(as(d, Output{}));
    }
  }

 private:
  static Frame as(const Frame& frame, const Frame&) { return frame; }
  static type::Mat4 as(const Frame& frame, const type::Mat4&) {
    type::Mat4 m = type::Mat4::Identity();
    m.topLeftCorner<3, 3>() = type::toMatrix(frame.orientation);
    m.topRightCorner<3, 1>() = frame.center;
    return m;
  }
};

/// Frames at the vertices of a mesh: z along the normal, x horizontal, that is across the y axis of space; or, without
/// normals, x towards the next vertex and z as near as it can be to the x axis of space, or to its z axis where x is
/// along the x axis. The last vertex continues in the direction of the one before, and so does one whose next is in the
/// same place.
class Vertex2Frame final : public Engine {
 public:
  List<Vec3> d_position{this, "position", {}, "vertices", input};
  List<Vec3> d_normals{this, "normals", {}, "their normals", input};
  List<Frame> d_frames{this, "frames", {}, "frames", output};
  Data<bool> d_useNormals{this, "useNormals", true, "if false, x points to the next vertex instead"};
  Data<bool> d_invertNormals{this, "invertNormals", false, "if true, z points against the normal, if that is used"};
  Data<int> d_rotation{this, "rotation", 0, "axis of the frame about which it is turned: 0 x, 1 y, 2 z, else none",
                       input};
  Data<double> d_rotationAngle{this, "rotationAngle", 0.0, "by which angle it is turned (degrees)", input};
  static std::string staticTemplateName() { return type::Rigid3Types::name(); }

 protected:
  void doUpdate() override {
    const auto &x = d_position.value(), &normals = d_normals.value();
    auto& frames = d_frames.edit();
    frames.clear();
    const bool useNormals = d_useNormals.value();
    if (useNormals && normals.size() < x.size())
      return error("There are {} normals for {} vertices. There are no frames.", normals.size(), x.size());
    type::Quat turn = type::Quat::Identity();
    if (const int axis = d_rotation.value(); axis >= 0 && axis < 3)
      turn = type::fromEulerDegrees(d_rotationAngle.value() * Vec3::Unit(axis));
    Vec3 along = Vec3::UnitX();
    for (std::size_t i = 0; i < x.size(); ++i) {
      type::Mat3 axes;
      if (useNormals) {
        const Vec3 z = d_invertNormals.value() ? -normals[i] : normals[i];
        axes << across(z), z.cross(across(z)).normalized(), z.normalized();
      } else {
        if (i + 1 < x.size() && x[i + 1] != x[i]) along = (x[i + 1] - x[i]).normalized();
        const Vec3 y = acrossX(along);
        axes << along, y, along.cross(y).normalized();
      }
      Frame frame;
      frame.center = x[i];
      frame.orientation = type::Quat(axes) * turn;
      frames.push_back(frame);
    }
  }

 private:
  /// Unit vector e_x x v, which makes the part of the x axis of space that is across v the third axis; e_z x v where v
  /// is along x.
  static Vec3 acrossX(const Vec3& v) {
    const Vec3 y = Vec3::UnitX().cross(v);
    return (y.norm() > 1e-9 ? y : Vec3(Vec3::UnitZ().cross(v))).normalized();
  }

  /// Unit vector across v and the y axis of space, or the z axis where v is along y.
  static Vec3 across(const Vec3& v) {
    const Vec3 horizontal = Vec3::UnitY().cross(v);
    return horizontal.norm() > 1e-9 * v.norm() ? Vec3(horizontal.normalized())
                                               : Vec3(Vec3::UnitZ().cross(v).normalized());
  }
};

namespace {
const auto registered = std::array{
    core::Register("QuatToRigidEngine", "Sofa.Component.Engine.Transform", "frames from positions and orientations")
        .add<QuatToRigidEngine>(true)
        .ignores("colinearPositions", "The frames are those of positions and orientations; delete it."),
    core::Register("RigidToQuatEngine", "Sofa.Component.Engine.Transform", "positions and orientations of frames")
        .wasCalled("RigidEngine", "SOFA v24.12")
        .add<RigidToQuatEngine>(true),
    core::Register("DisplacementTransformEngine", "Sofa.Component.Engine.Transform", "displacements of frames")
        .addAll<DisplacementTransformEngine, Frame, type::Mat4>(true),
    core::Register("Vertex2Frame", "Sofa.Component.Engine.Transform", "frames at the vertices of a mesh")
        .add<Vertex2Frame>(true)
        .ignores("texCoords", "The frames do not depend on texture coordinates; delete it."),
};
}  // namespace
}  // namespace sofa::component::engine
