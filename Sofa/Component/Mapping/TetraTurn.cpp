// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/TetraTurn.h"
#include "Sofa/Type/EigenView.h"

#include <Eigen/SVD>
#include <cmath>

namespace sofa::component::mapping {

type::Mat3 crossMatrix(const type::Vec3& a) {
  type::Mat3 m;
  m << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return m;
}

type::Mat3 closestRotation(const type::Mat3& m) {
  const Eigen::JacobiSVD<Eigen::Matrix3d> svd(eigen(m), Eigen::ComputeFullU | Eigen::ComputeFullV);
  type::Mat3 u = svd.matrixU();
  const type::Mat3 v = svd.matrixV();
  if (u.determinant() * v.determinant() < 0) u.col(2) = -u.col(2);
  return u * v.transpose();
}

std::string_view fateOfTorque(bool turns) {
  if (turns)
    return "in SOFA v26.06 it becomes forces on the nodes of a tetrahedron that depend on where the origin of the "
           "world is, and are not in balance. Set exactRotations=\"1\", or "
           "compatibility=\"exact\" at the root.";
  return "in SOFA v26.06 frames turn with tetrahedra only, and it has no effect. Map into tetrahedra, which "
         "Hexa2TetraTopologicalMapping cuts hexahedra into, with exactRotations=\"1\".";
}

TetraTurn TetraTurn::of(const type::Mat3& a, const type::Mat3& axes, const type::Mat3& rotation) {
  const type::Mat3 stretch = rotation.transpose() * a;
  const type::Mat3 resistance = stretch.trace() * type::Mat3::Identity() - stretch;
  TetraTurn turn;
  turn.byNode[0].setZero();
  // A tetrahedron that is a line, or its own mirror image, has no rotation that is the closest: none is followed.
  const double size = stretch.cwiseAbs().maxCoeff();
  if (!(std::abs(resistance.determinant()) > 1e-9 * size * size * size)) {
    for (auto& block : turn.byNode) block.setZero();
    return turn;
  }
  const type::Mat3 left = rotation * resistance.inverse();
  for (int k = 0; k < 3; ++k) {
    const type::Vec3 axis = axes.row(k);
    turn.byNode[static_cast<std::size_t>(k) + 1] = left * crossMatrix(axis) * rotation.transpose();
    turn.byNode[0] -= turn.byNode[static_cast<std::size_t>(k) + 1];
  }
  return turn;
}

}  // namespace sofa::component::mapping
