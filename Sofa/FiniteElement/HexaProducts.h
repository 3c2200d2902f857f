// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/ElementBlocks.h"
#include "Sofa/FiniteElement/HexaElement.h"
#include "Sofa/FiniteElement/Simd.h"

/// Products of the stiffnesses of simdWidth hexahedra, for HexaKernel.
namespace sofa::fem::hexa {

using Nodes = ElementBlocks<type::Hexahedron>::Nodes;

/// Walsh functions of the nodes in place: value at bit pattern (x, y, z) of + signs becomes the sum over nodes of the
/// product of the signs picked by the pattern. Applied twice it multiplies by 8.
SOFA_INLINE void walshTransform(Pack (&v)[8]) {
  for (int bit = 1; bit < 8; bit *= 2)
    for (int i = 0; i < 8; ++i)
      if (!(i & bit)) {
        const Pack sum = v[i] + v[i | bit];
        v[i | bit] = v[i | bit] - v[i];
        v[i] = sum;
      }
}
/// The transposed transform.
SOFA_INLINE void walshTransposed(Pack (&v)[8]) {
  for (int bit = 1; bit < 8; bit *= 2)
    for (int i = 0; i < 8; ++i)
      if (!(i & bit)) {
        const Pack difference = v[i] - v[i | bit];
        v[i | bit] = v[i] + v[i | bit];
        v[i] = difference;
      }
}

/// Bit pattern (x: 1, y: 2, z: 4) of the + signs of a node.
constexpr int signBits(int node) {
  return (hexaSign[node][0] > 0 ? 1 : 0) | (hexaSign[node][1] > 0 ? 2 : 0) | (hexaSign[node][2] > 0 ? 4 : 0);
}

SOFA_INLINE void turn(const Matrix3<Pack>& q, const Pack (&v)[3], Pack (&out)[3]) {
  for (int i = 0; i < 3; ++i) out[i] = q(i, 0) * v[0] + q(i, 1) * v[1] + q(i, 2) * v[2];
}
SOFA_INLINE void turnBack(const Matrix3<Pack>& q, const Pack& factor, const Pack (&v)[3], Pack (&out)[3]) {
  const Pack w[3] = {factor * v[0], factor * v[1], factor * v[2]};
  for (int i = 0; i < 3; ++i) out[i] = q(0, i) * w[0] + q(1, i) * w[1] + q(2, i) * w[2];
}

/// y = K u by the eight 3x3 blocks of a mirrored shape. Component c of mode m belongs to symmetry type m + e_c (mod 2).
SOFA_INLINE void multiplyMirrored(const double (&blocks)[8][6], const Nodes& u, Nodes& y) {
  Pack t[3][8];
  for (int c = 0; c < 3; ++c) {
    for (int n = 0; n < 8; ++n) t[c][signBits(n)] = u[n][c];
    walshTransform(t[c]);
  }
  for (int s = 0; s < 8; ++s) {
    const double* k = blocks[s];
    Pack &x = t[0][s ^ 1], &yy = t[1][s ^ 2], &z = t[2][s ^ 4];
    const Pack a = x, b = yy, c = z;
    x = k[0] * a + k[3] * b + k[5] * c;
    yy = k[3] * a + k[1] * b + k[4] * c;
    z = k[5] * a + k[4] * b + k[2] * c;
  }
  for (int c = 0; c < 3; ++c) {
    walshTransposed(t[c]);
    for (int n = 0; n < 8; ++n) y[n][c] = t[c][signBits(n)];
  }
}

/// out = factor Q^T K Q u of a mirrored shape whose stiffness resists no translation: modes turn as nodes do, and the
/// one of translations need not be looked at.
SOFA_INLINE void multiplyTurned(const double (&blocks)[8][6], const Matrix3<Pack>& q, const Pack& factor,
                                const Nodes& u, Nodes& out) {
  Pack t[8][3];
  for (int c = 0; c < 3; ++c) {
    Pack v[8];
    for (int n = 0; n < 8; ++n) v[signBits(n)] = u[n][c];
    walshTransform(v);
    for (int m = 1; m < 8; ++m) t[m][c] = v[m];
  }
  for (int m = 1; m < 8; ++m) {
    const Pack world[3] = {t[m][0], t[m][1], t[m][2]};
    turn(q, world, t[m]);
  }
  for (const int s : {0, 3, 5, 6, 7}) {
    const double* k = blocks[s];
    Pack &x = t[s ^ 1][0], &y = t[s ^ 2][1], &z = t[s ^ 4][2];
    const Pack a = x, b = y, c = z;
    x = k[0] * a + k[3] * b + k[5] * c;
    y = k[3] * a + k[1] * b + k[4] * c;
    z = k[5] * a + k[4] * b + k[2] * c;
  }
  const auto couple = [](double own, double both, double other, Pack& a, Pack& b) {
    const Pack before = a;
    a = own * before + both * b;
    b = both * before + other * b;
  };
  couple(blocks[1][1], blocks[1][4], blocks[1][2], t[3][1], t[5][2]);
  couple(blocks[2][0], blocks[2][5], blocks[2][2], t[3][0], t[6][2]);
  couple(blocks[4][0], blocks[4][3], blocks[4][1], t[5][0], t[6][1]);
  for (int m = 1; m < 8; ++m) {
    const Pack local[3] = {t[m][0], t[m][1], t[m][2]};
    turnBack(q, factor, local, t[m]);
  }
  for (int c = 0; c < 3; ++c) {
    Pack v[8];
    for (int m = 1; m < 8; ++m) v[m] = t[m][c];
    v[0] = Pack{};
    walshTransposed(v);
    for (int n = 0; n < 8; ++n) out[n][c] = v[signBits(n)];
  }
}

/// y = K u with one symmetric matrix for all lanes.
SOFA_INLINE void multiplyShared(const Mat24& k, const Nodes& u, Nodes& y) {
  const Pack* in = &u[0][0];
  Pack* out = &y[0][0];
  for (int i = 0; i < 24; i += 6) {
    Pack sum[6] = {};
    for (int j = 0; j < 24; ++j)
      for (int r = 0; r < 6; ++r) sum[r] += k.data()[24 * j + i + r] * in[j];
    for (int r = 0; r < 6; ++r) out[i + r] = sum[r];
  }
}

/// y = K u with the upper triangle of one matrix per lane.
SOFA_INLINE void multiplyOwn(const Pack* k, const Nodes& u, Nodes& y) {
  const Pack* in = &u[0][0];
  Pack* out = &y[0][0];
  for (int i = 0; i < 24; ++i) out[i] = Pack{};
  for (int i = 0; i < 24; ++i) {
    Pack sum = out[i] + *k++ * in[i];
    for (int j = i + 1; j < 24; ++j, ++k) {
      sum += *k * in[j];
      out[j] += *k * in[i];
    }
    out[i] = sum;
  }
}

}  // namespace sofa::fem::hexa
