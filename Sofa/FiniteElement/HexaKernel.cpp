// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/HexaKernel.h"

#include <cmath>

#include "Sofa/FiniteElement/HexaProducts.h"

namespace sofa::fem {

using hexa::Nodes;

namespace {

/// Value of Walsh function `mode` at a node.
int walsh(int mode, int node) {
  int sign = 1;
  for (int axis = 0; axis < 3; ++axis)
    if (mode & (1 << axis)) sign *= hexaSign[node][axis];
  return sign;
}

/// Shapes that differ by no more than rounding of the positions they come from.
bool sameShape(const HexaPoints& a, const HexaPoints& b) {
  double size = 0, difference = 0;
  for (int n = 1; n < 8; ++n) {
    size = std::max(size, a[n].cwiseAbs().maxCoeff());
    difference = std::max(difference, (a[n] - b[n]).cwiseAbs().maxCoeff());
  }
  return difference <= 1e-12 * size;
}
bool sameMatrix(const Mat24& a, const Mat24& b) {
  return (a - b).cwiseAbs().maxCoeff() <= 1e-12 * a.cwiseAbs().maxCoeff();
}

}  // namespace

void HexaKernel::init(std::span<const HexaNodes> elements, std::span<const Vec3> rest,
                      std::span<const Material> materials, HexaFrame frame, Stiffness stiffness, bool update,
                      const std::vector<Index>* changed) {
  std::optional<std::vector<Index>> anew;
  if (changed && frame == m_frame && update == m_update && m_classes.size() <= 1)
    anew = m_mesh.follow(elements, rest, materials, *changed);
  m_frame = frame;
  m_update = update;
  m_withDiagonal = false;
  m_stiffness = std::move(stiffness);
  if (!anew) m_mesh.set(elements, rest, materials);
  if (!anew || !classesStay(*anew)) return build();
  m_mesh.fit(m_scale);
  m_mesh.fit(m_shape);
  m_mesh.fit(m_frames);
  if (m_classes.empty())
    m_mesh.fit(m_own);
  else
    m_mesh.fit(m_classOfBlock);
  for (const unsigned block : m_mesh.blocksOf(*anew)) clearPadding(block);
  for (const Index e : *anew) setElement(e);
}

void HexaKernel::init(std::span<const HexaNodes> elements, std::span<const Vec3> rest, HexaFrame frame,
                      Matrices matrices) {
  m_frame = frame;
  m_update = false;
  m_withDiagonal = true;
  const Material unit{.young = 1, .poisson = 0};
  m_mesh.set(elements, rest, {&unit, 1});
  m_matrices = std::move(matrices);
  build();
  m_matrices = {};
}

void HexaKernel::build() {
  m_classOfBlock.clear();
  m_own.clear();

  std::vector<Index> classOf;
  const bool shared = !m_update && findClasses(classOf);
  if (!shared) m_classes.clear();
  if (m_classes.size() > 1) m_mesh.blocks.build(m_mesh.elements, m_mesh.rest.size(), classOf);
  if (shared) {
    m_classOfBlock.resize(m_mesh.blocks.blockCount());
    for (std::size_t b = 0; b < m_mesh.blocks.blockCount(); ++b)
      m_classOfBlock[b] = classOf[m_mesh.blocks.element(b, 0)];
  } else {
    m_own.assign(m_mesh.blocks.blockCount(), OwnStiffness{});
  }
  m_scale.assign(m_mesh.blocks.blockCount(), PackValue{});
  m_shape.assign(m_mesh.blocks.blockCount(), Shape{});
  m_frames.assign(m_mesh.blocks.blockCount(), Frame{});
  for (std::size_t e = 0; e < m_mesh.elements.size(); ++e) setElement(e);
}

bool HexaKernel::classesStay(const std::vector<Index>& anew) {
  if (m_update) return true;  // there are none
  if (m_classes.empty()) {
    std::vector<Index> classOf;
    const bool shared = findClasses(classOf);
    m_classes.clear();
    return !shared;
  }
  // The first element gives the stiffness of all.
  const Class& common = m_classes.front();
  return std::ranges::all_of(anew, [&](Index e) {
    const HexaPoints shape = localShape(e);
    return material(e).poisson == common.poisson && (e == 0 ? shape == common.shape : sameShape(common.shape, shape));
  });
}

void HexaKernel::clearPadding(std::size_t block) {
  for (int lane = 0; lane < simdWidth; ++lane) {
    if (m_mesh.blocks.element(block, lane) != m_mesh.blocks.noElement) continue;
    m_scale[block].v[lane] = 0;
    for (int i = 0; i < 3; ++i) {
      for (int n = 0; n < 8; ++n) m_shape[block].x[n][i][lane] = 0;
      for (int j = 0; j < 3; ++j) m_frames[block].q.m[i][j][lane] = 0;
    }
    if (!m_own.empty())
      for (Pack& entry : m_own[block].k) entry[lane] = 0;
  }
}

bool HexaKernel::findClasses(std::vector<Index>& classOf) {
  m_classes.clear();
  classOf.resize(m_mesh.elements.size());
  for (std::size_t e = 0; e < m_mesh.elements.size(); ++e) {
    const HexaPoints shape = localShape(e);
    const double poisson = material(e).poisson;
    const Mat24 matrix = m_matrices ? m_matrices(e) : Mat24();
    std::size_t c = 0;
    const auto isOther = [&](const Class& known) {
      if (m_matrices) return !sameMatrix(known.full, matrix);
      return !(known.poisson == poisson && sameShape(known.shape, shape));
    };
    while (c < m_classes.size() && isOther(m_classes[c])) ++c;
    if (c == maxClasses) return false;
    if (c == m_classes.size()) addClass(shape, poisson, m_matrices ? matrix : m_stiffness(shape, poisson));
    classOf[e] = static_cast<Index>(c);
  }
  // Few elements per class would leave most lanes empty, which costs more than it saves.
  return m_classes.size() == 1 || m_classes.size() * simdWidth <= m_mesh.elements.size();
}

void HexaKernel::addClass(const HexaPoints& shape, double poisson, const Mat24& stiffness) {
  Class& c = m_classes.emplace_back();
  c.shape = shape;
  c.poisson = poisson;
  c.full = stiffness;
  Mat24 toModes = Mat24::Zero();
  for (int m = 0; m < 8; ++m)
    for (int n = 0; n < 8; ++n)
      for (int i = 0; i < 3; ++i) toModes(3 * m + i, 3 * n + i) = walsh(m, n);
  const Mat24 modal = toModes * c.full * toModes.transpose() / 64;
  const double limit = 1e-12 * modal.cwiseAbs().maxCoeff();
  c.mirrored = modal.allFinite();
  for (int a = 0; a < 24 && c.mirrored; ++a)
    for (int b = 0; b < 24; ++b) {
      const int typeA = a / 3 ^ (1 << a % 3), typeB = b / 3 ^ (1 << b % 3);
      if (typeA != typeB && !(std::fabs(modal(a, b)) <= limit)) c.mirrored = false;
    }
  c.turns = c.mirrored && modal.topRows<3>().cwiseAbs().maxCoeff() <= limit;
  for (int s = 0; s < 8; ++s) {
    const int x = 3 * (s ^ 1), y = 3 * (s ^ 2) + 1, z = 3 * (s ^ 4) + 2;
    const double values[6] = {modal(x, x), modal(y, y), modal(z, z), modal(x, y), modal(y, z), modal(z, x)};
    std::copy(values, values + 6, c.blocks[s]);
  }
}

HexaPoints HexaKernel::points(std::span<const Vec3> x, std::size_t e) const {
  HexaPoints p;
  for (int n = 0; n < 8; ++n) p[n] = x[m_mesh.elements[e][n]];
  return p;
}

HexaPoints HexaKernel::localShape(std::size_t e) const {
  const HexaPoints rest = points(m_mesh.rest, e);
  const Mat3 frame = hexaRestFrame(m_frame, rest);
  HexaPoints shape;
  for (int n = 0; n < 8; ++n) shape[n] = frame * (rest[n] - rest[0]);
  return shape;
}

void HexaKernel::setElement(std::size_t e) {
  const std::size_t block = m_mesh.blocks.slot(e) / simdWidth, lane = m_mesh.blocks.slot(e) % simdWidth;
  const HexaPoints shape = localShape(e);
  const Mat3 frame = restFrame(e);
  m_scale[block].v[lane] = material(e).young;
  for (int i = 0; i < 3; ++i) {
    for (int n = 0; n < 8; ++n) m_shape[block].x[n][i][lane] = shape[n][i];
    for (int j = 0; j < 3; ++j) m_frames[block].q.m[i][j][lane] = frame(i, j);
  }
  if (!m_own.empty()) setOwnStiffness(m_own[block], e, shape);
}

void HexaKernel::setOwnStiffness(OwnStiffness& own, std::size_t e, const HexaPoints& shape) const {
  const std::size_t lane = m_mesh.blocks.slot(e) % simdWidth;
  const Mat24 k = m_matrices ? m_matrices(e) : m_stiffness(shape, material(e).poisson);
  Pack* entry = own.k;
  for (int i = 0; i < 24; ++i)
    for (int j = i; j < 24; ++j, ++entry) (*entry)[lane] = k(i, j);
}

void HexaKernel::frameByLane(unsigned block, const Pack (&x)[8][3], Matrix3<Pack>& q) const {
  q = {};
  for (int lane = 0; lane < simdWidth; ++lane) {
    const unsigned e = m_mesh.blocks.element(block, lane);
    if (e == m_mesh.blocks.noElement) continue;
    HexaPoints p;
    for (int n = 0; n < 8; ++n) p[n] = Vec3(x[n][0][lane], x[n][1][lane], x[n][2][lane]);
    const Mat3 frame = hexaFrame(m_frame, p, points(m_mesh.rest, e));
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) q.m[i][j][lane] = frame(i, j);
  }
}

void HexaKernel::currentFrame(unsigned block, const Pack (&x)[8][3], Matrix3<Pack>& q) const {
  Matrix3<Pack> a;
  for (int i = 0; i < 3; ++i) {
    a.m[0][i] = 0.25 * (x[1][i] - x[0][i] + x[2][i] - x[3][i] + x[5][i] - x[4][i] + x[6][i] - x[7][i]);
    a.m[1][i] = 0.25 * (x[3][i] - x[0][i] + x[2][i] - x[1][i] + x[7][i] - x[4][i] + x[6][i] - x[5][i]);
    a.m[2][i] = 0.25 * (x[4][i] - x[0][i] + x[5][i] - x[1][i] + x[7][i] - x[3][i] + x[6][i] - x[2][i]);
  }
  bool regular = false;
  if (m_frame == HexaFrame::axes || m_frame == HexaFrame::axesWorldRest) regular = frameOfAxes(a.m[0], a.m[1], q);
  if (m_frame == HexaFrame::polar) regular = polarFactor(a, q);
  if (!regular) [[unlikely]]
    frameByLane(block, x, q);
}

/// Stiffnesses of the shapes that the elements have at x, in the frames q.
void HexaKernel::updateStiffness(unsigned block, const Matrix3<Pack>& q, const Pack (&x)[8][3],
                                 OwnStiffness& own) const {
  for (int lane = 0; lane < simdWidth; ++lane) {
    const unsigned e = m_mesh.blocks.element(block, lane);
    if (e == m_mesh.blocks.noElement) continue;
    Mat3 frame;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) frame(i, j) = q(i, j)[lane];
    HexaPoints local;
    for (int n = 0; n < 8; ++n) local[n] = frame * Vec3(x[n][0][lane], x[n][1][lane], x[n][2][lane]);
    setOwnStiffness(own, e, local);
  }
}

SOFA_INLINE void HexaKernel::backToRest(unsigned block, const Matrix3<Pack>& q, const Pack (&x)[8][3],
                                        Pack (&d)[8][3]) const {
  for (int n = 0; n < 8; ++n) {
    const Pack edge[3] = {x[n][0] - x[0][0], x[n][1] - x[0][1], x[n][2] - x[0][2]};
    hexa::turn(q, edge, d[n]);
    for (int i = 0; i < 3; ++i) d[n][i] = m_shape[block].x[n][i] - d[n][i];
  }
}

SOFA_INLINE void HexaKernel::multiply(unsigned block, const Pack (&u)[8][3], Pack (&y)[8][3]) const {
  if (m_classes.empty()) {
    hexa::multiplyOwn(m_own[block].k, u, y);
    return;
  }
  const Class& c = m_classes[m_classOfBlock[block]];
  if (c.mirrored)
    hexa::multiplyMirrored(c.blocks, u, y);
  else
    hexa::multiplyShared(c.full, u, y);
}

/// Forces at x; a kernel that may change keeps frames and stiffnesses.
template <class Kernel>
void HexaKernel::evaluate(Kernel& kernel, std::span<const Vec3> x, std::span<Vec3> f) {
  kernel.m_mesh.blocks.accumulate(x, f, [&](unsigned block, const Nodes& p, Nodes& out) {
    prefetch(&kernel.m_shape[block]);
    Matrix3<Pack> q = kernel.m_frames[block].q;
    if (kernel.m_frame != HexaFrame::none) kernel.currentFrame(block, p, q);
    Nodes d, y;
    kernel.backToRest(block, q, p, d);
    if constexpr (std::is_const_v<Kernel>) {
      if (kernel.m_update) [[unlikely]] {
        OwnStiffness own{};
        kernel.updateStiffness(block, q, p, own);
        hexa::multiplyOwn(own.k, d, y);
      } else {
        kernel.multiply(block, d, y);
      }
    } else {
      if (kernel.m_frame != HexaFrame::none) kernel.m_frames[block].q = q;
      if (kernel.m_update) kernel.updateStiffness(block, q, p, kernel.m_own[block]);
      kernel.multiply(block, d, y);
    }
    for (int n = 0; n < 8; ++n) hexa::turnBack(q, kernel.m_scale[block].v, y[n], out[n]);
  });
}

void HexaKernel::addForce(std::span<const Vec3> x, std::span<Vec3> f) const { evaluate(*this, x, f); }

void HexaKernel::addForceAndLinearise(std::span<const Vec3> x, std::span<Vec3> f) { evaluate(*this, x, f); }

void HexaKernel::linearise(std::span<const Vec3> x) {
  if (m_frame == HexaFrame::none && !m_update) return;
  m_mesh.blocks.forEach(x, [&](unsigned block, const Nodes& p) {
    if (m_frame != HexaFrame::none) currentFrame(block, p, m_frames[block].q);
    if (m_update) updateStiffness(block, m_frames[block].q, p, m_own[block]);
  });
}

void HexaKernel::addDForce(std::span<const Vec3> dx, std::span<Vec3> df, double kFactor) const {
  m_mesh.blocks.accumulate(dx, df, [&](unsigned block, const Nodes& u, Nodes& out) {
    prefetch(&m_frames[block]);
    if (m_classes.empty()) prefetch(&m_own[block].k[0]);
    const Matrix3<Pack>& q = m_frames[block].q;
    const Pack factor = -kFactor * m_scale[block].v;
    if (!m_classes.empty() && m_classes[m_classOfBlock[block]].turns)
      return hexa::multiplyTurned(m_classes[m_classOfBlock[block]].blocks, q, factor, u, out);
    Nodes local, y;
    for (int n = 0; n < 8; ++n) hexa::turn(q, u[n], local[n]);
    multiply(block, local, y);
    for (int n = 0; n < 8; ++n) hexa::turnBack(q, factor, y[n], out[n]);
  });
}

double HexaKernel::energy(std::span<const Vec3> x) const {
  return m_mesh.blocks.sum(x, [&](unsigned block, const Nodes& p) {
    Matrix3<Pack> q = m_frames[block].q;
    if (m_frame != HexaFrame::none) currentFrame(block, p, q);
    Nodes d, y;
    backToRest(block, q, p, d);
    if (m_update) {
      OwnStiffness own{};
      updateStiffness(block, q, p, own);
      hexa::multiplyOwn(own.k, d, y);
    } else {
      multiply(block, d, y);
    }
    Pack s{};
    for (int n = 0; n < 8; ++n)
      for (int i = 0; i < 3; ++i) s += d[n][i] * y[n][i];
    return 0.5 * m_scale[block].v * s;
  });
}

Mat3 HexaKernel::frame(std::size_t e) const {
  const std::size_t block = m_mesh.blocks.slot(e) / simdWidth, lane = m_mesh.blocks.slot(e) % simdWidth;
  Mat3 q;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) q(i, j) = m_frames[block].q(i, j)[lane];
  return q;
}

void HexaKernel::nodeRotations(std::vector<Mat3>& rotations) const {
  std::vector<int> count(rotations.size(), 0);
  for (Mat3& r : rotations) r.setIdentity();
  for (std::size_t e = 0; e < m_mesh.elements.size(); ++e) {
    const Mat3 r = frame(e) * restFrame(e).transpose();
    for (Index n : m_mesh.elements[e]) {
      rotations[n] += r;
      ++count[n];
    }
  }
  for (std::size_t i = 0; i < rotations.size(); ++i)
    if (count[i] > 0) rotations[i] = polar(Mat3(rotations[i] / count[i]));
}

Mat24 HexaKernel::localStiffness(std::size_t e) const {
  const std::size_t block = m_mesh.blocks.slot(e) / simdWidth, lane = m_mesh.blocks.slot(e) % simdWidth;
  const double young = material(e).young;
  if (!m_classes.empty()) return young * m_classes[m_classOfBlock[block]].full;
  Mat24 k;
  const Pack* entry = m_own[block].k;
  for (int i = 0; i < 24; ++i)
    for (int j = i; j < 24; ++j, ++entry) k(i, j) = k(j, i) = young * (*entry)[lane];
  return k;
}

namespace {

/// out = factor q^T k q for blocks k (row, column) that read returns as a double or a pack.
template <class Read>
SOFA_INLINE void turnBlock(const Matrix3<Pack>& q, const Pack& factor, const Read& read, Pack (&out)[9]) {
  Pack kq[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      kq[i][j] = factor * (read(i, 0) * q(0, j) + read(i, 1) * q(1, j) + read(i, 2) * q(2, j));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out[3 * j + i] = q(0, i) * kq[0][j] + q(1, i) * kq[1][j] + q(2, i) * kq[2][j];
}

/// Place of the entry (row, column) in the upper triangle of a 24 x 24 matrix, row by row.
constexpr int upperIndex(int row, int column) {
  return row <= column ? row * 24 - row * (row - 1) / 2 + column - row : upperIndex(column, row);
}

}  // namespace

void HexaKernel::stiffnessPacks(std::size_t block, Pack (&k)[36][9], Turn turn) const {
  Matrix3<Pack> q = m_frames[block].q;
  if (turn == Turn::backwards)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < i; ++j) std::swap(q.m[i][j], q.m[j][i]);
  const Pack factor = -m_scale[block].v;
  const Mat24* shared = m_classes.empty() ? nullptr : &m_classes[m_classOfBlock[block]].full;
  const Pack* own = shared ? nullptr : m_own[block].k;
  for (int a = 0, pair = 0; a < 8; ++a)
    for (int b = a; b < 8; ++b, ++pair) {
      if (a == b && !m_withDiagonal) continue;
      if (shared)
        turnBlock(
            q, factor, [&](int i, int j) { return (*shared)(3 * a + i, 3 * b + j); }, k[pair]);
      else
        turnBlock(
            q, factor, [&](int i, int j) { return own[upperIndex(3 * a + i, 3 * b + j)]; }, k[pair]);
    }
}

Mat24 HexaKernel::stiffness(std::size_t e) const {
  Mat24 local = localStiffness(e);
  if (m_frame == HexaFrame::none) return local;
  const Mat3 q = frame(e);
  Mat24 k;
  for (int a = 0; a < 8; ++a)
    for (int b = 0; b < 8; ++b) k.block<3, 3>(3 * a, 3 * b) = q.transpose() * local.block<3, 3>(3 * a, 3 * b) * q;
  return k;
}

}  // namespace sofa::fem
