#include "Sofa/FiniteElement/TetraKernel.h"

#include <Eigen/LU>
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

/// Nodal forces -factor (ratio tr(h) I + h + h^T) g_n.
template <class GradientBlock>
SOFA_INLINE void stressForces(const Matrix3<Pack>& h, const Pack& ratio, const Pack& factor, const GradientBlock& b,
                              Nodes& f) {
  const Pack pressure = ratio * (h(0, 0) + h(1, 1) + h(2, 2));
  const Pack xx = -factor * (h(0, 0) + h(0, 0) + pressure), yy = -factor * (h(1, 1) + h(1, 1) + pressure),
             zz = -factor * (h(2, 2) + h(2, 2) + pressure), xy = -factor * (h(0, 1) + h(1, 0)),
             yz = -factor * (h(1, 2) + h(2, 1)), zx = -factor * (h(2, 0) + h(0, 2));
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

}  // namespace

void TetraKernel::init(std::span<const TetraNodes> elements, std::span<const Vec3> rest,
                       std::span<const Lame> materials, TetraFrame frame) {
  m_frame = frame;
  m_elements.assign(elements.begin(), elements.end());
  m_rest.assign(rest.begin(), rest.end());
  m_materials.assign(materials.begin(), materials.end());
  m_blocks.build(m_elements, rest.size());
  m_restGradients.assign(m_blocks.blockCount(), {});
  m_gradients.assign(m_blocks.blockCount(), {});
  m_scale.assign(m_blocks.blockCount(), PackValue{});
  m_exceptional.assign(m_elements.size(), 0);
  m_exceptions.clear();
  m_hasExceptions = false;
  m_properRest = true;

  const auto ratioOf = [](const Lame& l) { return l.mu > 0 ? l.lambda / l.mu : 0.0; };
  m_ratioStride = 0;
  m_ratio.assign(1, PackValue{broadcast(m_materials.empty() ? 0 : ratioOf(m_materials.front()))});
  for (const Lame& l : m_materials)
    if (ratioOf(l) != ratioOf(m_materials.front())) m_ratioStride = 1;
  if (m_ratioStride == 1) m_ratio.assign(m_blocks.blockCount(), PackValue{});
  for (std::size_t e = 0; e < m_elements.size(); ++e) {
    setRest(e, material(e));
    if (m_ratioStride == 1)
      m_ratio[m_blocks.slot(e) / simdWidth].v[m_blocks.slot(e) % simdWidth] = ratioOf(material(e));
  }
}

void TetraKernel::setRest(std::size_t e, const Lame& material) {
  const TetraPoints rest = points(m_rest, e);
  const double volume6 = sixfoldVolume(rest);
  if (!(volume6 > 0)) m_properRest = false;
  const double scale = std::sqrt(material.mu * std::fabs(volume6) / 6);
  const TetraPoints g = scaledGradients(rest);
  const Mat3 frame = tetraRestFrame(m_frame, rest);
  const std::size_t block = m_blocks.slot(e) / simdWidth, lane = m_blocks.slot(e) % simdWidth;
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
  const TetraNodes& n = m_elements[e];
  return {x[n[0]], x[n[1]], x[n[2]], x[n[3]]};
}

template <class FrameOfBlock>
void TetraKernel::addForceWith(std::span<const Vec3> x, std::span<Vec3> f, const FrameOfBlock& frameOfBlock) {
  m_blocks.accumulate(x, f, [&](unsigned block, const Nodes& p, Nodes& out) {
    prefetch(&m_restGradients[block]);
    Pack scale = m_scale[block].v;
    Matrix3<Pack> q;
    if (!frameOfBlock(block, p, q)) [[unlikely]]
      frameByLane(block, p, q, scale);
    Gradients world;
    turnGradients(q, m_restGradients[block], world);
    m_gradients[block] = world;
    Matrix3<Pack> h;
    displacementGradient(p, world, h);
    for (int i = 0; i < 3; ++i) h.m[i][i] -= scale;
    stressForces(h, ratio(block), broadcast(1), world, out);
  });
}

void TetraKernel::addForce(std::span<const Vec3> x, std::span<Vec3> f) {
  if (m_hasExceptions) resetExceptions();
  switch (m_frame) {
    case TetraFrame::none:
      m_blocks.accumulate(x, f, [&](unsigned block, const Nodes& p, Nodes& out) {
        prefetch(&m_gradients[block]);
        Matrix3<Pack> h;
        displacementGradient(p, m_gradients[block], h);
        for (int i = 0; i < 3; ++i) h.m[i][i] -= m_scale[block].v;
        stressForces(h, ratio(block), broadcast(1), m_gradients[block], out);
      });
      return;
    case TetraFrame::nodes:
    case TetraFrame::nodesWorldRest:
      addForceWith(x, f, [](unsigned, const Nodes& p, Matrix3<Pack>& q) {
        Matrix3<Pack> a;
        edges(p, a);
        return frameOfAxes(a.m[0], a.m[1], q);
      });
      break;
    case TetraFrame::edges:
      addForceWith(x, f, [](unsigned, const Nodes& p, Matrix3<Pack>& q) {
        Matrix3<Pack> a;
        edges(p, a);
        return polarFactor(a, q);
      });
      break;
    case TetraFrame::edgesOrStable:
      addForceWith(x, f, [this](unsigned block, const Nodes& p, Matrix3<Pack>& q) {
        Matrix3<Pack> a;
        edges(p, a);
        return m_properRest && isUpright(a, m_restGradients[block], m_scale[block].v) && polarFactor(a, q);
      });
      break;
    default:
      addForceWith(x, f, [](unsigned, const Nodes&, Matrix3<Pack>&) { return false; });
      break;
  }
  if (m_hasExceptions) addExceptionForces(x, f);
}

void TetraKernel::frameByLane(unsigned block, const Pack (&x)[4][3], Matrix3<Pack>& q, Pack& scale) {
  q = {};
  for (int lane = 0; lane < simdWidth; ++lane) {
    const unsigned e = m_blocks.element(block, lane);
    if (e == m_blocks.noElement) continue;
    TetraPoints p;
    for (int n = 0; n < 4; ++n) p[n] = Vec3(x[n][0][lane], x[n][1][lane], x[n][2][lane]);
    const Mat3 frame = tetraFrame(m_frame, p, points(m_rest, e));
    if (isOrthogonal(frame)) {
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) q.m[i][j][lane] = frame(i, j);
    } else {
      scale[lane] = 0;  // with a null frame the lane contributes nothing here
      m_exceptional[e] = 1;
      m_hasExceptions.store(true, std::memory_order_relaxed);
    }
  }
}

void TetraKernel::resetExceptions() {
  std::ranges::fill(m_exceptional, 0);
  m_exceptions.clear();
  m_hasExceptions = false;
}

void TetraKernel::addExceptionForces(std::span<const Vec3> x, std::span<Vec3> f) {
  for (std::size_t e = 0; e < m_elements.size(); ++e) {
    if (!m_exceptional[e]) continue;
    Exception& exception = m_exceptions.emplace_back(e, TetraElement(m_frame, points(m_rest, e), material(e)));
    const TetraPoints force = exception.element.force(points(x, e), TetraUpdate::rest, {});
    for (int n = 0; n < 4; ++n) f[m_elements[e][n]] += force[n];
  }
}

const TetraKernel::Exception* TetraKernel::exception(std::size_t e) const {
  if (m_exceptions.empty() || !m_exceptional[e]) return nullptr;
  return &*std::ranges::lower_bound(m_exceptions, e, {}, &Exception::index);
}

void TetraKernel::addDForce(std::span<const Vec3> dx, std::span<Vec3> df, double kFactor) const {
  const Pack factor = broadcast(kFactor);
  m_blocks.accumulate(dx, df, [&](unsigned block, const Nodes& u, Nodes& out) {
    prefetch(&m_gradients[block]);
    Matrix3<Pack> h;
    displacementGradient(u, m_gradients[block], h);
    stressForces(h, ratio(block), factor, m_gradients[block], out);
  });
  for (const Exception& exception : m_exceptions) {
    const TetraPoints force = exception.element.product(points(dx, exception.index));
    for (int n = 0; n < 4; ++n) df[m_elements[exception.index][n]] -= kFactor * force[n];
  }
}

double TetraKernel::energy(std::span<const Vec3> x) const {
  double total = m_blocks.sum(x, [&](unsigned block, const Nodes& p) {
    Matrix3<Pack> h;
    displacementGradient(p, m_gradients[block], h);
    // With a zero frame the lane of an exception has zero gradients: subtract its scale only where there are some.
    const Pack size = absolute(m_gradients[block].g[0][0]) + absolute(m_gradients[block].g[0][1]) +
                      absolute(m_gradients[block].g[0][2]);
    const Pack scale = size > 0 ? m_scale[block].v : Pack{};
    for (int i = 0; i < 3; ++i) h.m[i][i] -= scale;
    const Pack trace = h(0, 0) + h(1, 1) + h(2, 2);
    Pack squares{};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) squares += 0.5 * h(i, j) * (h(i, j) + h(j, i));
    return 0.5 * ratio(block) * trace * trace + squares;
  });
  for (const Exception& exception : m_exceptions) total += exception.element.energy(points(x, exception.index));
  return total;
}

TetraPoints TetraKernel::gradients(const std::vector<Gradients>& from, std::size_t e) const {
  const std::size_t block = m_blocks.slot(e) / simdWidth, lane = m_blocks.slot(e) % simdWidth;
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

void TetraKernel::stiffnessPacks(std::size_t block, Pack (&k)[10][9]) const {
  prefetch(&m_gradients[block]);
  const Gradients& gradients = m_gradients[block];
  const Pack r = ratio(static_cast<unsigned>(block));
  Pack g[4][3];
  for (int i = 0; i < 3; ++i) {
    for (int n = 0; n < 3; ++n) g[n + 1][i] = gradients.g[n][i];
    g[0][i] = -(g[1][i] + g[2][i] + g[3][i]);
  }
  for (int a = 0, pair = 0; a < 4; ++a)
    for (int b = a; b < 4; ++b, ++pair) {
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
    const unsigned e = m_blocks.element(block, lane);
    const Exception* special = e == m_blocks.noElement ? nullptr : exception(e);
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
  return now * rest.inverse() * tetraRestFrame(m_frame, points(m_rest, e));
}

}  // namespace sofa::fem
