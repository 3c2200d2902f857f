#include <mutex>

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

// Vector operations of MechanicalOperations: on the flat view of each unmapped state, in fixed chunks.
namespace sofa::simulation {

using core::BaseState;
using core::VecCoordId;
using core::VecDerivId;

namespace {

constexpr std::size_t chunk = 16384;

template <class F>
void forChunks(std::size_t n, const F& f) {
  helper::parallelChunks(n, chunk, f);
}

/// Sum of f(begin, end) over the chunks, added in their order.
template <class F>
double sumChunks(std::size_t n, const F& f) {
  if (n <= chunk) return f(0, n);
  thread_local std::vector<double> partial;
  partial.assign((n + chunk - 1) / chunk, 0.0);
  double* sums = partial.data();
  forChunks(n, [&](std::size_t begin, std::size_t end) { sums[begin / chunk] = f(begin, end); });
  double total = 0;
  for (const double s : partial) total += s;
  return total;
}

using Map = Eigen::Map<Eigen::VectorXd>;
using ConstMap = Eigen::Map<const Eigen::VectorXd>;
Map map(std::span<double> s, std::size_t begin, std::size_t end) {
  return {s.data() + begin, static_cast<Eigen::Index>(end - begin)};
}
ConstMap map(std::span<const double> s, std::size_t begin, std::size_t end) {
  return {s.data() + begin, static_cast<Eigen::Index>(end - begin)};
}

/// Sum of a_i b_i in an order that depends on the length alone. (Eigen's depends on the address too, and with it the
/// last bits.)
double dotProduct(const double* a, const double* b, std::size_t n) {
  constexpr std::size_t lanes = 32;
  double sums[lanes] = {};
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    for (std::size_t l = 0; l < lanes; ++l) sums[l] += a[i + l] * b[i + l];
  for (std::size_t l = 0; i < n; ++i, ++l) sums[l] += a[i] * b[i];
  for (std::size_t width = lanes / 2; width > 0; width /= 2)
    for (std::size_t l = 0; l < width; ++l) sums[l] += sums[l + width];
  return sums[0];
}

double dotProduct(std::span<const double> a, std::span<const double> b) {
  return sumChunks(std::min(a.size(), b.size()),
                   [&](auto begin, auto end) { return dotProduct(a.data() + begin, b.data() + begin, end - begin); });
}

}  // namespace

void MechanicalOperations::allocate(VecCoordId id) {
  for (auto* state : graph().unmapped) state->allocate(id);
}

void MechanicalOperations::allocate(VecDerivId id) {
  for (auto* state : graph().unmapped) state->allocate(id);
}

void MechanicalOperations::clear(VecDerivId v) {
  for (auto* state : graph().unmapped) {
    state->allocate(v);
    const auto values = state->flatWrite(v);
    std::fill(values.begin(), values.end(), 0.0);
  }
}

void MechanicalOperations::copy(VecDerivId out, VecDerivId v) {
  for (auto* state : graph().unmapped) {
    state->allocate(out);
    state->allocate(v);
    const auto from = state->flat(v);
    const auto to = state->flatWrite(out);
    forChunks(to.size(), [&](auto b, auto e) { map(to, b, e) = map(from, b, e); });
  }
}

void MechanicalOperations::copy(VecCoordId out, VecCoordId x) {
  for (auto* state : graph().unmapped) {
    state->allocate(out);
    const auto from = state->flat(x);
    const auto to = state->flatWrite(out);
    std::copy(from.begin(), from.end(), to.begin());
  }
}

void MechanicalOperations::scale(VecDerivId v, double factor) {
  for (auto* state : graph().unmapped) {
    const auto values = state->flatWrite(v);
    forChunks(values.size(), [&](auto b, auto e) { map(values, b, e) *= factor; });
  }
}

void MechanicalOperations::addScaled(VecDerivId v, VecDerivId a, double factor) { sum(v, v, a, factor); }

void MechanicalOperations::sum(VecDerivId out, VecDerivId a, VecDerivId b, double factor) {
  for (auto* state : graph().unmapped) {
    for (const VecDerivId id : {out, a, b}) state->allocate(id);
    const auto first = state->flat(a), second = state->flat(b);
    const auto to = state->flatWrite(out);
    forChunks(to.size(), [&](auto begin, auto end) {
      map(to, begin, end) = map(first, begin, end) + factor * map(second, begin, end);
    });
  }
}

void MechanicalOperations::integrate(VecCoordId out, VecCoordId x, VecDerivId d, double factor) {
  for (auto* state : graph().unmapped) {
    state->allocate(out);
    state->allocate(d);
    state->integrate(out, x, state->flat(d), factor);
  }
}

void MechanicalOperations::advance(VecDerivId vOut, VecDerivId v, VecDerivId a, double factor, VecCoordId xOut,
                                   VecCoordId x, double h) {
  for (auto* state : graph().unmapped) {
    state->allocate(vOut);
    state->allocate(xOut);
    const auto velocity = state->flat(v), change = state->flat(a);
    const auto newVelocity = state->flatWrite(vOut);
    forChunks(newVelocity.size(),
              [&](auto b, auto e) { map(newVelocity, b, e) = map(velocity, b, e) + factor * map(change, b, e); });
    state->integrate(xOut, x, newVelocity, h);
  }
}

double MechanicalOperations::dot(VecDerivId a, VecDerivId b) {
  double total = 0;
  for (auto* state : graph().unmapped) total += dotProduct(state->flat(a), state->flat(b));
  return total;
}

double MechanicalOperations::dot(VecCoordId a, VecCoordId b) {
  double total = 0;
  for (auto* state : graph().unmapped) total += dotProduct(state->flat(a), state->flat(b));
  return total;
}

void MechanicalOperations::difference(VecDerivId out, VecCoordId a, VecCoordId b) {
  for (auto* state : graph().unmapped) {
    state->allocate(out);
    const auto first = state->flat(a), second = state->flat(b);
    const auto to = state->flatWrite(out);
    const std::size_t n = std::min({to.size(), first.size(), second.size()});
    forChunks(n, [&](auto begin, auto end) { map(to, begin, end) = map(first, begin, end) - map(second, begin, end); });
  }
}

double MechanicalOperations::squaredDistance(VecCoordId a, VecCoordId b) {
  double total = 0;
  for (auto* state : graph().unmapped) {
    const auto first = state->flat(a), second = state->flat(b);
    total += sumChunks(std::min(first.size(), second.size()), [&](auto begin, auto end) {
      double sum = 0;
      for (std::size_t i = begin; i < end; ++i) sum += (first[i] - second[i]) * (first[i] - second[i]);
      return sum;
    });
  }
  return total;
}

double MechanicalOperations::stepAndResidual(VecDerivId s, VecDerivId p, VecDerivId r, VecDerivId q, double alpha) {
  double total = 0;
  for (auto* state : graph().unmapped) {
    const auto direction = state->flat(p), product = state->flat(q);
    const auto solution = state->flatWrite(s), residual = state->flatWrite(r);
    total += sumChunks(residual.size(), [&](auto b, auto e) {
      map(solution, b, e) += alpha * map(direction, b, e);
      map(residual, b, e) -= alpha * map(product, b, e);
      return dotProduct(residual.data() + b, residual.data() + b, e - b);
    });
  }
  return total;
}

void MechanicalOperations::threshold(VecDerivId v, double t) {
  for (auto* state : graph().reached) {
    const auto values = state->flatWrite(v);
    const auto width = static_cast<std::size_t>(state->derivSize());
    for (std::size_t i = 0; i + width <= values.size(); i += width)
      if (map(values, i, i + width).squaredNorm() < t * t) map(values, i, i + width).setZero();
  }
}

void MechanicalOperations::archive(core::Archive& archive, VecDerivId v) {
  for (auto* state : graph().unmapped) {
    const auto current = state->flat(v);
    std::vector<double> values(current.begin(), current.end());
    archive.io(values);
    if (!archive.isLoading() || values.empty()) continue;
    state->allocate(v);
    const auto target = state->flatWrite(v);
    if (target.size() != values.size()) return archive.fail();
    std::copy(values.begin(), values.end(), target.begin());
  }
}

namespace {

/// Process-wide supply of ids, so that vectors of different solvers never collide on a shared state.
class IdPool {
 public:
  int take() {
    const std::lock_guard lock(m_mutex);
    if (m_free.empty()) return m_next++;
    const int id = m_free.back();
    m_free.pop_back();
    return id;
  }
  void give(int id) {
    const std::lock_guard lock(m_mutex);
    m_free.push_back(id);
  }

 private:
  std::mutex m_mutex;
  std::vector<int> m_free;
  int m_next = core::vec::firstDynamic;
};

IdPool& coordIds() {
  static IdPool pool;
  return pool;
}
IdPool& derivIds() {
  static IdPool pool;
  return pool;
}

}  // namespace

TemporaryDeriv::TemporaryDeriv() : m_id{derivIds().take()} {}
TemporaryDeriv::~TemporaryDeriv() { derivIds().give(m_id.index); }
TemporaryCoord::TemporaryCoord() : m_id{coordIds().take()} {}
TemporaryCoord::~TemporaryCoord() { coordIds().give(m_id.index); }

}  // namespace sofa::simulation
