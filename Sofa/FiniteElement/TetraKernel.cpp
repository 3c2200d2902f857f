// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/TetraKernel.h"

#include <cmath>

namespace sofa::fem {
namespace {

using Nodes = ElementBlocks<type::Tetrahedron>::Nodes;

/// h[i][j] = sum over nodes 1..3 of (u_n - u_0)_i g_n_j.
template <class GradientBlock>
SOFA_INLINE void displacementGradient(const Nodes& u, const GradientBlock& b, Matrix3<Pack>& h) {
  Pack d[3][3];
  for (int n = 0; n < 3; ++n)
    for (int i = 0; i < 3; ++i) d[n][i] = u[n + 1][i] - u[0][i];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) h.m[i][j] = d[0][i] * b.g[0][j] + d[1][i] * b.g[1][j] + d[2][i] * b.g[2][j];
}

/// xx yy zz and twice xy yz zx of the symmetric part of h.
SOFA_INLINE void symmetricPart(const Matrix3<Pack>& h, Pack (&s)[6]) {
  for (int i = 0; i < 3; ++i) {
    s[i] = h(i, i);
    s[i + 3] = h(i, (i + 1) % 3) + h((i + 1) % 3, i);
  }
}

/// Nodal forces -factor (ratio tr(s) I + 2 s) g_n of such a part.
template <class GradientBlock>
SOFA_INLINE void stressForces(const Pack (&s)[6], const Pack& ratio, const Pack& factor, const GradientBlock& b,
                              Nodes& f) {
  const Pack pressure = ratio * (s[0] + s[1] + s[2]);
  const Pack xx = -factor * (s[0] + s[0] + pressure), yy = -factor * (s[1] + s[1] + pressure),
             zz = -factor * (s[2] + s[2] + pressure), xy = -factor * s[3], yz = -factor * s[4], zx = -factor * s[5];
  for (int n = 0; n < 3; ++n) {
    const Pack &x = b.g[n][0], &y = b.g[n][1], &z = b.g[n][2];
    f[n + 1][0] = xx * x + xy * y + zx * z;
    f[n + 1][1] = xy * x + yy * y + yz * z;
    f[n + 1][2] = zx * x + yz * y + zz * z;
  }
  for (int i = 0; i < 3; ++i) f[0][i] = -(f[1][i] + f[2][i] + f[3][i]);
}

/// world = q^T local, for the three gradients.
template <class GradientBlock>
SOFA_INLINE void turnGradients(const Matrix3<Pack>& q, const GradientBlock& local, GradientBlock& world) {
  for (int n = 0; n < 3; ++n)
    for (int i = 0; i < 3; ++i)
      world.g[n][i] = q(0, i) * local.g[n][0] + q(1, i) * local.g[n][1] + q(2, i) * local.g[n][2];
}

SOFA_INLINE void edges(const Nodes& x, Matrix3<Pack>& a) {
  for (int n = 0; n < 3; ++n)
    for (int i = 0; i < 3; ++i) a.m[n][i] = x[n + 1][i] - x[0][i];
}

/// Whether the volumes of all lanes, by their edges now and their gradients at rest times `scale`, kept 1e-6 of
/// themselves.
template <class GradientBlock>
SOFA_INLINE bool isUpright(const Matrix3<Pack>& edges, const GradientBlock& rest, const Pack& scale) {
  Pack normal[3], restNormal[3];
  cross(edges.m[0], edges.m[1], normal);
  cross(rest.g[0], rest.g[1], restNormal);
  Pack volume{}, inverseRest{};
  for (int i = 0; i < 3; ++i) {
    volume += edges(2, i) * normal[i];
    inverseRest += rest.g[2][i] * restNormal[i];
  }
  return !anyLane(!(volume * inverseRest >= 1e-6 * scale * scale * scale));
}

double ratioOf(const Lame& l) { return l.mu > 0 ? l.lambda / l.mu : 0.0; }

}  // namespace

std::vector<char> TetraKernel::staying(std::span<const TetraNodes> elements, std::span<const Vec3> rest,
                                       std::span<const Lame> materials, TetraFrame frame) const {
  std::vector<char> stays(elements.size(), 0);
  if (frame != m_frame || !m_properRest || materials.empty() || m_mesh.materials.empty()) return stays;
  std::vector<char> restStays(rest.size(), 0);
  for (std::size_t i = 0; i < std::min(rest.size(), m_mesh.rest.size()); ++i) restStays[i] = rest[i] == m_mesh.rest[i];
  for (std::size_t e = 0; e < std::min(elements.size(), m_mesh.elements.size()); ++e) {
    const Lame now = materials.size() > e ? materials[e] : materials.front(), before = material(e);
    const TetraNodes& n = elements[e];
    stays[e] = n == m_mesh.elements[e] && now.lambda == before.lambda && now.mu == before.mu && restStays[n[0]] &&
               restStays[n[1]] && restStays[n[2]] && restStays[n[3]];
  }
  return stays;
}

void TetraKernel::fitBlocks() {
  m_mesh.fit(m_restGradients);
  m_mesh.fit(m_gradients);
  m_mesh.fit(m_scale);
  m_mesh.fit(m_restStrain);
  if (m_ratioStride == 1) m_mesh.fit(m_ratio);
}

void TetraKernel::clearPadding(std::size_t block) {
  for (int lane = 0; lane < simdWidth; ++lane) {
    if (m_mesh.blocks.element(block, lane) != m_mesh.blocks.noElement) continue;
    m_scale[block].v[lane] = 0;
    for (int n = 0; n < 3; ++n)
      for (int i = 0; i < 3; ++i) m_restGradients[block].g[n][i][lane] = m_gradients[block].g[n][i][lane] = 0;
  }
}

void TetraKernel::init(std::span<const TetraNodes> elements, std::span<const Vec3> rest,
                       std::span<const Lame> materials, TetraFrame frame, const std::vector<Index>* changed) {
  if (changed && frame == m_frame && m_properRest)
    if (const auto anew = m_mesh.follow(elements, rest, materials, *changed)) {
      fitBlocks();
      const auto blocks = m_mesh.blocksOf(*anew);
      for (const unsigned block : blocks) clearPadding(block);
      m_exceptions.clear();
      for (const Index e : *anew) setRest(e);
      for (const unsigned block : blocks) setRestStrain(block);
      return;
    }
  auto stays = staying(elements, rest, materials, frame);
  std::vector<std::size_t> place(std::min(m_mesh.elements.size(), stays.size()));
  for (std::size_t e = 0; e < place.size(); ++e) place[e] = m_mesh.blocks.slot(e);
  m_frame = frame;
  m_mesh.set(elements, rest, materials);
  for (std::size_t e = 0; e < place.size(); ++e) stays[e] = stays[e] && place[e] == m_mesh.blocks.slot(e);
  m_ratioStride = 0;
  m_ratio.assign(1, PackValue{broadcast(materials.empty() ? 0 : ratioOf(materials.front()))});
  fitBlocks();
  for (std::size_t block = 0; block < m_mesh.blocks.blockCount(); ++block) clearPadding(block);
  m_exceptions.clear();
  m_properRest = true;
  for (std::size_t e = 0; e < m_mesh.elements.size(); ++e) stays[e] ? setRatio(e) : setRest(e);
  for (std::size_t block = 0; block < m_mesh.blocks.blockCount(); ++block) setRestStrain(block);
}

/// Ratios are one for all until there is another one.
void TetraKernel::setRatio(std::size_t e) {
  const double now = ratioOf(material(e));
  if (m_ratioStride == 0) {
    if (now == m_ratio.front().v[0]) return;
    m_ratioStride = 1;
    m_ratio.assign(m_mesh.blocks.blockCount(), PackValue(m_ratio.front()));
  }
  m_ratio[m_mesh.blocks.slot(e) / simdWidth].v[m_mesh.blocks.slot(e) % simdWidth] = now;
}

void TetraKernel::setRest(std::size_t e) {
  setRatio(e);
  const TetraPoints rest = points(m_mesh.rest, e);
  const double volume6 = sixfoldVolume(rest);
  if (!(volume6 > 0)) m_properRest = false;
  const double scale = std::sqrt(material(e).mu * std::fabs(volume6) / 6);
  const TetraPoints g = scaledGradients(rest);
  const Mat3 frame = tetraRestFrame(m_frame, rest);
  const std::size_t block = m_mesh.blocks.slot(e) / simdWidth, lane = m_mesh.blocks.slot(e) % simdWidth;
  m_scale[block].v[lane] = scale;
  for (int n = 0; n < 3; ++n) {
    const Vec3 world = scale / volume6 * g[n + 1];
    const Vec3 local = frame * world;
    for (int i = 0; i < 3; ++i) {
      m_restGradients[block].g[n][i][lane] = local[i];
      m_gradients[block].g[n][i][lane] = world[i];
    }
  }
}

TetraPoints TetraKernel::points(std::span<const Vec3> x, std::size_t e) const {
  const TetraNodes& n = m_mesh.elements[e];
  return {x[n[0]], x[n[1]], x[n[2]], x[n[3]]};
}

template <class Use>
void TetraKernel::withFrames(const Use& use) const {
  switch (m_frame) {
    case TetraFrame::nodes:
    case TetraFrame::nodesWorldRest:
      return use([](unsigned, const Nodes& p, Matrix3<Pack>& q) {
        Matrix3<Pack> a;
        edges(p, a);
        return frameOfAxes(a.m[0], a.m[1], q);
      });
    case TetraFrame::edges:
      return use([](unsigned, const Nodes& p, Matrix3<Pack>& q) {
        Matrix3<Pack> a;
        edges(p, a);
        return polarFactor(a, q);
      });
    case TetraFrame::edgesOrStable:
      return use([this](unsigned block, const Nodes& p, Matrix3<Pack>& q) {
        Matrix3<Pack> a;
        edges(p, a);
        return m_properRest && isUpright(a, m_restGradients[block], m_scale[block].v) && polarFactor(a, q);
      });
    default:
      return use([](unsigned, const Nodes&, Matrix3<Pack>&) { return false; });
  }
}

template <class FrameOfBlock>
SOFA_INLINE void TetraKernel::turnedGradients(unsigned block, const Pack (&x)[4][3], const FrameOfBlock& frameOfBlock,
                                              Gradients& world, Pack& scale, Collapsed& collapsed) const {
  prefetch(&m_restGradients[block]);
  scale = m_scale[block].v;
  Matrix3<Pack> q;
  if (!frameOfBlock(block, x, q)) [[unlikely]]
    frameByLane(block, x, q, scale, collapsed);
  turnGradients(q, m_restGradients[block], world);
}

void TetraKernel::strain(const Nodes& x, const Gradients& world, const Pack& scale, Strain& strain) {
  Matrix3<Pack> h;
  displacementGradient(x, world, h);
  for (int i = 0; i < 3; ++i) h.m[i][i] -= scale;
  symmetricPart(h, strain.v);
}

template <class FrameOfBlock>
void TetraKernel::turnedStrain(unsigned block, const Nodes& x, const FrameOfBlock& frameOfBlock, Gradients& world,
                               Pack& scale, Strain& strain, Collapsed& collapsed) const {
  turnedGradients(block, x, frameOfBlock, world, scale, collapsed);
  TetraKernel::strain(x, world, scale, strain);
}

SOFA_INLINE void TetraKernel::addBlockForces(unsigned block, const Gradients& world, Strain& strain, Nodes& f) const {
  for (int i = 0; i < 6; ++i) strain.v[i] -= m_restStrain[block].v[i];
  stressForces(strain.v, ratio(block), broadcast(1), world, f);
}

void TetraKernel::setRestStrain(std::size_t block) {
  m_restStrain[block] = {};
  if (m_frame == TetraFrame::nodesWorldRest) return;  // which has one, as a rule
  Nodes x;
  m_mesh.restOf(block, x);
  const auto b = static_cast<unsigned>(block);
  if (m_frame == TetraFrame::none) return strain(x, m_gradients[block], m_scale[block].v, m_restStrain[block]);
  Collapsed collapsed;  // without gradients, so that their strain does not matter
  Gradients world;
  Pack scale;
  withFrames([&](const auto& frameOfBlock) {
    turnedStrain(b, x, frameOfBlock, world, scale, m_restStrain[block], collapsed);
  });
}

/// Forces at x; of a kernel that may change the gradients too, and what collapsed.
template <class Kernel>
void TetraKernel::evaluate(Kernel& kernel, std::span<const Vec3> x, std::span<Vec3> f) {
  if (kernel.m_frame == TetraFrame::none) {
    kernel.m_mesh.blocks.accumulate(x, f, [&](unsigned block, const Nodes& p, Nodes& out) {
      prefetch(&kernel.m_gradients[block]);
      Strain strain;
      TetraKernel::strain(p, kernel.m_gradients[block], kernel.m_scale[block].v, strain);
      kernel.addBlockForces(block, kernel.m_gradients[block], strain, out);
    });
    return;
  }
  Collapsed collapsed;
  kernel.withFrames([&](const auto& frameOfBlock) {
    kernel.m_mesh.blocks.accumulate(x, f, [&](unsigned block, const Nodes& p, Nodes& out) {
      Gradients world;
      Pack scale;
      Strain strain;
      kernel.turnedStrain(block, p, frameOfBlock, world, scale, strain, collapsed);
      if constexpr (!std::is_const_v<Kernel>) kernel.m_gradients[block] = world;
      kernel.addBlockForces(block, world, strain, out);
    });
  });
  std::ranges::sort(collapsed.elements);
  for (const std::size_t e : collapsed.elements) {
    const TetraPoints force = kernel.single(e).force(kernel.points(x, e), TetraUpdate::rest);
    for (int n = 0; n < 4; ++n) f[kernel.m_mesh.elements[e][n]] += force[n];
  }
  if constexpr (!std::is_const_v<Kernel>) kernel.keepExceptions(collapsed, x);
}

void TetraKernel::addForce(std::span<const Vec3> x, std::span<Vec3> f) const { evaluate(*this, x, f); }

void TetraKernel::addForceAndLinearise(std::span<const Vec3> x, std::span<Vec3> f) { evaluate(*this, x, f); }

void TetraKernel::linearise(std::span<const Vec3> x) {
  if (m_frame == TetraFrame::none) return;
  Collapsed collapsed;
  withFrames([&](const auto& frameOfBlock) {
    m_mesh.blocks.forEach(x, [&](unsigned block, const Nodes& p) {
      Pack scale;
      turnedGradients(block, p, frameOfBlock, m_gradients[block], scale, collapsed);
    });
  });
  keepExceptions(collapsed, x);
}

void TetraKernel::keepExceptions(Collapsed& collapsed, std::span<const Vec3> x) {
  m_exceptions.clear();
  std::ranges::sort(collapsed.elements);
  for (const std::size_t e : collapsed.elements) {
    m_exceptions.push_back({e, single(e)});
    m_exceptions.back().element.linearise(points(x, e), TetraUpdate::rest);
  }
}

void TetraKernel::frameByLane(unsigned block, const Pack (&x)[4][3], Matrix3<Pack>& q, Pack& scale,
                              Collapsed& collapsed) const {
  q = {};
  for (int lane = 0; lane < simdWidth; ++lane) {
    const unsigned e = m_mesh.blocks.element(block, lane);
    if (e == m_mesh.blocks.noElement) continue;
    TetraPoints p;
    for (int n = 0; n < 4; ++n) p[n] = Vec3(x[n][0][lane], x[n][1][lane], x[n][2][lane]);
    const Mat3 frame = tetraFrame(m_frame, p, points(m_mesh.rest, e));
    if (isOrthogonal(frame)) {
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) q.m[i][j][lane] = frame(i, j);
    } else {
      scale[lane] = 0;  // with a null frame the lane contributes nothing here
      const std::lock_guard lock(collapsed.mutex);
      collapsed.elements.push_back(e);
    }
  }
}

const TetraKernel::Exception* TetraKernel::exception(std::size_t e) const {
  if (m_exceptions.empty()) return nullptr;
  const auto found = std::ranges::lower_bound(m_exceptions, e, {}, &Exception::index);
  return found != m_exceptions.end() && found->index == e ? &*found : nullptr;
}

void TetraKernel::addDForce(std::span<const Vec3> dx, std::span<Vec3> df, double kFactor) const {
  const Pack factor = broadcast(kFactor);
  m_mesh.blocks.accumulate(dx, df, [&](unsigned block, const Nodes& u, Nodes& out) {
    prefetch(&m_gradients[block]);
    Matrix3<Pack> h;
    displacementGradient(u, m_gradients[block], h);
    Pack s[6];
    symmetricPart(h, s);
    stressForces(s, ratio(block), factor, m_gradients[block], out);
  });
  for (const Exception& exception : m_exceptions) {
    const TetraPoints force = exception.element.product(points(dx, exception.index));
    for (int n = 0; n < 4; ++n) df[m_mesh.elements[exception.index][n]] -= kFactor * force[n];
  }
}

double TetraKernel::energy(std::span<const Vec3> x) const {
  const auto ofBlock = [&](unsigned block, const Nodes& p, const Gradients& world, const Pack& scale) {
    Matrix3<Pack> h;
    displacementGradient(p, world, h);
    for (int i = 0; i < 3; ++i) h.m[i][i] -= scale;
    const Pack trace = h(0, 0) + h(1, 1) + h(2, 2);
    Pack squares{};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) squares += 0.5 * h(i, j) * (h(i, j) + h(j, i));
    return 0.5 * ratio(block) * trace * trace + squares;
  };
  if (m_frame == TetraFrame::none)
    return m_mesh.blocks.sum(
        x, [&](unsigned block, const Nodes& p) { return ofBlock(block, p, m_gradients[block], m_scale[block].v); });
  double total = 0;
  Collapsed collapsed;
  withFrames([&](const auto& frameOfBlock) {
    total = m_mesh.blocks.sum(x, [&](unsigned block, const Nodes& p) {
      Gradients world;
      Pack scale;
      turnedGradients(block, p, frameOfBlock, world, scale, collapsed);
      return ofBlock(block, p, world, scale);
    });
  });
  std::ranges::sort(collapsed.elements);
  for (const std::size_t e : collapsed.elements) total += single(e).energy(points(x, e), TetraUpdate::rest);
  return total;
}

TetraPoints TetraKernel::gradients(const helper::LargeVector<Gradients>& from, std::size_t e) const {
  const std::size_t block = m_mesh.blocks.slot(e) / simdWidth, lane = m_mesh.blocks.slot(e) % simdWidth;
  TetraPoints g;
  for (int n = 0; n < 3; ++n)
    for (int i = 0; i < 3; ++i) g[n + 1][i] = from[block].g[n][i][lane];
  g[0] = -(g[1] + g[2] + g[3]);
  return g;
}

Mat12 TetraKernel::stiffness(std::size_t e) const {
  if (const Exception* special = exception(e)) return special->element.stiffness();
  const TetraPoints g = gradients(m_gradients, e);
  const Lame l = material(e);
  const double ratio = l.mu > 0 ? l.lambda / l.mu : 0;
  Mat12 k;
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 4; ++b) {
      const double dot = g[a].dot(g[b]);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          k(3 * a + i, 3 * b + j) = ratio * g[a][i] * g[b][j] + g[b][i] * g[a][j] + (i == j ? dot : 0);
    }
  return k;
}

std::optional<double> TetraKernel::commonRatio() const {
  if (m_ratioStride != 0 || !m_exceptions.empty()) return {};
  return m_ratio.front().v[0];
}

TetraKernel::Vectors TetraKernel::allGradients(std::size_t block) const {
  prefetch(&m_gradients[block]);
  const Gradients& gradients = m_gradients[block];
  Vectors all;
  for (int i = 0; i < 3; ++i) {
    for (int n = 0; n < 3; ++n) all.g[n + 1][i] = gradients.g[n][i];
    all.g[0][i] = -(all.g[1][i] + all.g[2][i] + all.g[3][i]);
  }
  return all;
}

void TetraKernel::stiffnessPacks(std::size_t block, Pack (&k)[10][9]) const {
  const Pack r = ratio(static_cast<unsigned>(block));
  const auto& g = allGradients(block).g;
  for (int a = 0, pair = 0; a < 4; ++a, ++pair)
    for (int b = a + 1; b < 4; ++b) {
      ++pair;
      Pack p[3][3];
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) p[i][j] = -g[a][i] * g[b][j];
      const Pack dot = p[0][0] + p[1][1] + p[2][2];
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) k[pair][3 * j + i] = r * p[i][j] + p[j][i] + (i == j ? dot : Pack{});
    }
  if (!m_exceptions.empty()) setExceptionalLanes(block, k);
}

void TetraKernel::setExceptionalLanes(std::size_t block, Pack (&k)[10][9]) const {
  for (int lane = 0; lane < simdWidth; ++lane) {
    const unsigned e = m_mesh.blocks.element(block, lane);
    const Exception* special = e == m_mesh.blocks.noElement ? nullptr : exception(e);
    if (!special) continue;
    const Mat12 full = special->element.stiffness();
    for (int a = 0, pair = 0; a < 4; ++a)
      for (int b = a; b < 4; ++b, ++pair)
        for (int c = 0; c < 9; ++c) k[pair][c][lane] = -full(3 * a + c % 3, 3 * b + c / 3);
  }
}

Mat3 TetraKernel::rotation(std::size_t e) const {
  if (const Exception* special = exception(e)) return special->element.rotation();
  const TetraPoints g = gradients(m_gradients, e), g0 = gradients(m_restGradients, e);
  // g = R Q0^T g0 (Q0: rest frame), three independent columns.
  Mat3 now, rest;
  for (int n = 0; n < 3; ++n) {
    now.col(n) = g[n + 1];
    rest.col(n) = g0[n + 1];
  }
  return now * rest.inverse() * tetraRestFrame(m_frame, points(m_mesh.rest, e));
}

Mat3 TetraKernel::rotation(std::size_t e, std::span<const Vec3> x) const {
  const TetraPoints rest = points(m_mesh.rest, e);
  return tetraFrame(m_frame, points(x, e), rest).transpose() * tetraRestFrame(m_frame, rest);
}

}  // namespace sofa::fem
