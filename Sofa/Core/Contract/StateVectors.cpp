// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Helper/Magnitude.h"
#include "Sofa/Helper/Parallel.h"

// Operations on whole vectors of a state that lives on the host: on its flat views, in fixed chunks.
namespace sofa::core {

namespace {

/// Threads share vectors longer than `longest`: in chunks of about equal length, whose number two and four divide.
std::size_t chunkOf(std::size_t n) {
  constexpr std::size_t longest = 16384, together = 4;
  if (n <= longest) return longest;
  const std::size_t chunks = together * ((n + together * longest - 1) / (together * longest));
  return (n + chunks - 1) / chunks;
}

template <class F>
void forChunks(std::size_t n, const F& f) {
  helper::parallelChunks(n, chunkOf(n), f);
}

/// Sum of f(begin, end) over the chunks, added in their order.
template <class F>
double sumChunks(std::size_t n, const F& f) {
  const std::size_t chunk = chunkOf(n);
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

/// What one of them is longer stays out.
void copyScalars(std::span<const double> from, std::span<double> to) {
  forChunks(std::min(from.size(), to.size()), [&](auto b, auto e) { map(to, b, e) = map(from, b, e); });
}

template <class Id>
double dotOf(const BaseState& state, Id a, Id b) {
  return dotProduct(state.hostRead(a), state.hostRead(b));
}

}  // namespace

void BaseState::clear(VecDerivId v) {
  const auto values = hostWrite(v);
  forChunks(values.size(), [&](auto b, auto e) { map(values, b, e).setZero(); });
}

void BaseState::copy(VecDerivId out, VecDerivId v) {
  const auto from = hostRead(v);
  const auto to = hostWrite(out);
  copyScalars(from, to);
}

void BaseState::copy(VecCoordId out, VecCoordId x) {
  const auto from = hostRead(x);
  const auto to = hostWrite(out);
  copyScalars(from, to);
}

void BaseState::scale(VecDerivId v, double factor) {
  const auto values = hostWrite(v);
  forChunks(values.size(), [&](auto b, auto e) { map(values, b, e) *= factor; });
}

void BaseState::sum(VecDerivId out, VecDerivId a, VecDerivId b, double factor) {
  const auto first = hostRead(a), second = hostRead(b);
  const auto to = hostWrite(out);
  forChunks(to.size(), [&](auto begin, auto end) {
    map(to, begin, end) = map(first, begin, end) + factor * map(second, begin, end);
  });
}

double BaseState::dot(VecDerivId a, VecDerivId b) const { return dotOf(*this, a, b); }
double BaseState::dot(VecCoordId a, VecCoordId b) const { return dotOf(*this, a, b); }

void BaseState::difference(VecDerivId out, VecCoordId a, VecCoordId b) {
  const auto first = hostRead(a), second = hostRead(b);
  const auto to = hostWrite(out);
  const std::size_t n = std::min({to.size(), first.size(), second.size()});
  forChunks(n, [&](auto begin, auto end) { map(to, begin, end) = map(first, begin, end) - map(second, begin, end); });
}

double BaseState::squaredDistance(VecCoordId a, VecCoordId b) const {
  const auto first = hostRead(a), second = hostRead(b);
  return sumChunks(std::min(first.size(), second.size()), [&](auto begin, auto end) {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += (first[i] - second[i]) * (first[i] - second[i]);
    return sum;
  });
}

double BaseState::stepAndResidual(VecDerivId s, VecDerivId p, VecDerivId r, VecDerivId q, double alpha) {
  const auto direction = hostRead(p), product = hostRead(q);
  const auto solution = hostWrite(s), residual = hostWrite(r);
  return sumChunks(residual.size(), [&](auto b, auto e) {
    map(solution, b, e) += alpha * map(direction, b, e);
    map(residual, b, e) -= alpha * map(product, b, e);
    return dotProduct(residual.data() + b, residual.data() + b, e - b);
  });
}

void BaseState::threshold(VecDerivId v, double t) {
  const auto values = hostWrite(v);
  const auto width = static_cast<std::size_t>(derivSize());
  for (std::size_t i = 0; i + width <= values.size(); i += width)
    if (map(values, i, i + width).squaredNorm() < t * t) map(values, i, i + width).setZero();
}

void BaseState::addExternalForce(VecDerivId f) {
  const auto external = hostRead(vec::externalForce);
  if (external.empty()) return;
  const auto values = hostWrite(f);
  for (std::size_t i = 0; i < std::min(values.size(), external.size()); ++i) values[i] += external[i];
}

double BaseState::largestMagnitude(VecCoordId x) const { return helper::largestMagnitude(hostRead(x)); }
double BaseState::largestMagnitude(VecDerivId v) const { return helper::largestMagnitude(hostRead(v)); }

bool BaseState::gather(VecDerivId v, std::span<double> values) const {
  const auto from = hostRead(v);
  if (from.size() != values.size()) return false;
  std::copy(from.begin(), from.end(), values.begin());
  return true;
}

void BaseState::scatter(std::span<const double> values, VecDerivId v) {
  const auto to = hostWrite(v);
  std::copy_n(values.begin(), to.size(), to.begin());
}

}  // namespace sofa::core
