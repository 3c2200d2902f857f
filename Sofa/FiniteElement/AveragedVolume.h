// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/Invariants.h"
#include "Sofa/FiniteElement/PointMaterial.h"

/// Elements that do not lock where the material hardly changes its volume: the material sees F' = (theta/J)^(1/3) F
/// with theta the projection of J = det F onto functions with few parameters in the element, so that the energy is
/// W(F'). Hooke's law sees F + (theta - J)/3 I with J = tr F - 2: the B-bar method. (J. C. Nagtegaal, D. M. Parks, J.
/// R. Rice, 1974; T. J. R. Hughes, 1980; J. C. Simo, R. L. Taylor, K. S. Pister, Variational and projection methods for
/// the volume constraint in finite deformation elasto-plasticity, 1985.)
namespace sofa::fem {

/// J and what it depends on.
struct VolumeOfPoint {
  bool small;
  Pack value(const Matrix3<Pack>& f) const { return small ? trace(f) - 2.0 : determinant(f); }
  /// dJ/dF.
  void gradient(const Matrix3<Pack>& f, Matrix3<Pack>& g) const {
    if (!small) return cofactors(f, g);
    g = {};
    for (int i = 0; i < 3; ++i) g.m[i][i] = broadcast(1);
  }
  void addHessian(const Matrix3<Pack>& f, const Pack& weight, TangentOfF<Pack>& a) const {
    if (!small) VolumeRatio{}.addHessian(f, weight, a);
  }
  /// F'.
  Matrix3<Pack> averaged(const Matrix3<Pack>& f, const Pack& theta) const {
    Matrix3<Pack> r = f;
    const Pack j = value(f);
    const Pack scale = small ? (theta - j) * (1.0 / 3) : power(Pack(theta / j), 1.0 / 3);
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        if (!small) r.m[i][k] *= scale;
        if (small && i == k) r.m[i][k] += scale;
      }
    return r;
  }
};

/// Derivatives of W(F'(F, theta)).
struct AveragedStress {
  Matrix3<Pack> byF;
  Pack byTheta;
};
struct AveragedTangent {
  TangentOfF<Pack> byFF;
  Matrix3<Pack> byFTheta;
  Pack byThetaTheta;
};

inline Pack contract(const Matrix3<Pack>& a, const Matrix3<Pack>& b) {
  Pack sum{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sum += a(i, j) * b(i, j);
  return sum;
}

/// With a = (theta/J)^(1/3), P = dW/dF', G = dlnJ/dF and l = (dtheta/theta - G:dF)/3: dF' = a (dF + l F). For small
/// strains dF' = dF + l I and l = (dtheta - I:dF)/3.
class AveragedPoint {
 public:
  AveragedPoint(const PointMaterial& material, const Matrix3<Pack>& f, const Pack& theta)
      : m_material(material), m_volume{material.isOfSmallStrain()} {
    m_averaged = m_volume.averaged(f, theta);
    m_volume.gradient(f, m_growth);
    m_along = m_growth;
    m_scale = m_perTheta = broadcast(1);
    if (!m_volume.small) {
      const Pack j = m_volume.value(f);
      for (auto& row : m_growth.m)
        for (Pack& entry : row) entry /= j;
      m_along = f;
      m_scale = power(Pack(theta / j), 1.0 / 3);
      m_perTheta = 1.0 / theta;
    }
    m_material.stress(m_averaged, m_stress);
  }

  AveragedStress stress() const {
    const Pack work = m_scale * contract(m_stress, m_along) * (1.0 / 3);
    AveragedStress s;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) s.byF.m[i][j] = m_scale * m_stress(i, j) - work * m_growth(i, j);
    s.byTheta = work * m_perTheta;
    return s;
  }

  AveragedTangent tangent() const {
    AveragedTangent t;
    m_material.tangent(m_averaged, t.byFF);
    Matrix3<Pack> mixed{};  // of dF and l
    for (int row = 0; row < 9; ++row)
      for (int column = 0; column < 9; ++column)
        mixed.m[row / 3][row % 3] += t.byFF[triangleIndex(9, row, column)] * m_along(column / 3, column % 3);
    const Pack square = m_scale * m_scale, work = m_volume.small ? Pack{} : m_scale * contract(m_stress, m_along);
    const Pack curvature = square * contract(mixed, m_along) + work;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        mixed.m[i][j] *= square;
        if (!m_volume.small) mixed.m[i][j] += m_scale * m_stress(i, j);
      }
    const Matrix3<Pack>& g = m_growth;
    forEachTangentEntry([&](int entry, int i, int j, int k, int l) {
      t.byFF[entry] = square * t.byFF[entry] - (mixed(i, j) * g(k, l) + g(i, j) * mixed(k, l)) * (1.0 / 3) +
                      curvature * (1.0 / 9) * g(i, j) * g(k, l) + work * (1.0 / 3) * g(i, l) * g(k, j);
    });
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        t.byFTheta.m[i][j] = m_perTheta * (mixed(i, j) * (1.0 / 3) - curvature * (1.0 / 9) * g(i, j));
    t.byThetaTheta = m_perTheta * m_perTheta * (curvature * (1.0 / 9) - work * (1.0 / 3));
    return t;
  }

 private:
  const PointMaterial& m_material;
  VolumeOfPoint m_volume;
  Matrix3<Pack> m_averaged, m_stress;
  Matrix3<Pack> m_growth;  ///< G, or I
  Matrix3<Pack> m_along;   ///< F, or I
  Pack m_scale, m_perTheta;
};

}  // namespace sofa::fem
