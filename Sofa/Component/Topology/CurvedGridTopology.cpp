// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/GridTopology.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {
namespace {

using Vec3 = type::Vec3;

/// Place of point i of n between -r and r; 0 of a single one.
double along(int i, int n, double r) { return n > 1 ? 2 * i * r / (n - 1) - r : 0; }

/// Axes of a grid along `axis`: the columns x, y and z.
type::Mat3 frameAlong(const Vec3& axis) {
  const Vec3 z = axis.normalized();
  const Vec3 other = (z - Vec3::UnitX()).norm() < 1e-6 ? Vec3::UnitY() : Vec3::UnitX();
  const Vec3 y = z.cross(other).normalized();
  type::Mat3 frame;
  frame << y.cross(z), y, z;
  return frame;
}

/// Moves a point of a cube, or of a square, to the sphere or circle that touches it: what were squares around the
/// centre become circles.
Vec3 rounded(const Vec3& p) {
  const double length = p.norm();
  return length > 0 ? Vec3(p * (p.cwiseAbs().maxCoeff() / length)) : p;
}

}  // namespace

/// What grids around a centre share.
class CurvedGridTopology : public GridTopology {
 public:
  core::Data<Vec3> d_center{this, "center", Vec3::Zero(), "centre of the first layer, or of the sphere"};
  core::Data<Vec3> d_axis{this, "axis", Vec3::UnitZ(), "direction of the grid's z axis"};
  core::Data<double> d_radius{this, "radius", 1.0, "radius"};

  void init() override {
    warnOfFile();
    m_grid.checkSize();
    if (!(d_axis->norm() > 0 && d_axis->allFinite())) {
      error("axis=\"{}\" has no direction; 0 0 1 is used.", d_axis.text());
      d_axis.set(Vec3::UnitZ());
    }
    deriveLists(shape());
    setValid();
  }
  bool hasPositions() const override { return true; }

 protected:
  virtual std::vector<core::BaseData*> shape() { return {&d_center, &d_axis, &d_radius}; }
  /// The point before it is turned and moved.
  virtual Vec3 local(int x, int y, int z) const = 0;
  Vec3 point(int x, int y, int z) const override {
    return d_center.value() + frameAlong(d_axis.value()) * local(x, y, z);
  }
};

/// A cylinder: layers of discs.
class CylinderGridTopology final : public CurvedGridTopology {
 public:
  core::Data<double> d_length{this, "length", 1.0, "length along the axis"};

 protected:
  std::vector<core::BaseData*> shape() override { return {&d_center, &d_axis, &d_radius, &d_length}; }
  Vec3 local(int x, int y, int z) const override {
    const auto n = size();
    const double r = d_radius.value();
    Vec3 p = rounded({along(x, n[0], r), along(y, n[1], r), 0});
    if (n[2] > 1) p.z() = z * d_length.value() / (n[2] - 1);
    return p;
  }
};

/// A ball.
class SphereGridTopology final : public CurvedGridTopology {
 protected:
  Vec3 local(int x, int y, int z) const override {
    const auto n = size();
    const double r = d_radius.value();
    return rounded({along(x, n[0], r), along(y, n[1], r), along(z, n[2], r)});
  }
};

namespace {
const auto registered =
    core::Register("CylinderGridTopology", "Sofa.Component.Topology.Container.Grid", "a grid in a cylinder")
        .wasCalled("CylinderGrid", "SOFA v24.12")
        .add<CylinderGridTopology>();
const auto registeredSphereGrid =
    core::Register("SphereGridTopology", "Sofa.Component.Topology.Container.Grid", "a grid in a ball")
        .wasCalled("SphereGrid", "SOFA v24.12")
        .add<SphereGridTopology>();
}  // namespace

}  // namespace sofa::component::topology
