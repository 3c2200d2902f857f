// SPDX-License-Identifier: Apache-2.0
#include <mutex>

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

// Vector operations of MechanicalOperations: those of each unmapped state, and sums over the states in their order.
namespace sofa::simulation {

using core::VecCoordId;
using core::VecDerivId;

void MechanicalOperations::allocate(VecCoordId id) {
  for (auto* state : graph().unmapped) state->allocate(id);
}

void MechanicalOperations::allocate(VecDerivId id) {
  for (auto* state : graph().unmapped) state->allocate(id);
}

void MechanicalOperations::clear(VecDerivId v) {
  for (auto* state : graph().unmapped) {
    state->allocate(v);
    state->clear(v);
  }
}

void MechanicalOperations::copy(VecDerivId out, VecDerivId v) {
  for (auto* state : graph().unmapped) {
    state->allocate(out);
    state->allocate(v);
    state->copy(out, v);
  }
}

void MechanicalOperations::copy(VecCoordId out, VecCoordId x) {
  for (auto* state : graph().unmapped) {
    state->allocate(out);
    state->copy(out, x);
  }
}

void MechanicalOperations::scale(VecDerivId v, double factor) {
  for (auto* state : graph().unmapped) state->scale(v, factor);
}

void MechanicalOperations::addScaled(VecDerivId v, VecDerivId a, double factor) { sum(v, v, a, factor); }

void MechanicalOperations::sum(VecDerivId out, VecDerivId a, VecDerivId b, double factor) {
  for (auto* state : graph().unmapped) {
    for (const VecDerivId id : {out, a, b}) state->allocate(id);
    state->sum(out, a, b, factor);
  }
}

void MechanicalOperations::integrate(VecCoordId out, VecCoordId x, VecDerivId d, double factor) {
  for (auto* state : graph().unmapped) {
    state->allocate(out);
    state->allocate(d);
    state->integrate(out, x, d, factor);
  }
}

void MechanicalOperations::advance(VecDerivId vOut, VecDerivId v, VecDerivId a, double factor, VecCoordId xOut,
                                   VecCoordId x, double h) {
  for (auto* state : graph().unmapped) {
    state->allocate(vOut);
    state->allocate(xOut);
    state->sum(vOut, v, a, factor);
    state->integrate(xOut, x, vOut, h);
  }
}

double MechanicalOperations::dot(VecDerivId a, VecDerivId b) {
  double total = 0;
  for (const auto* state : graph().unmapped) total += state->dot(a, b);
  return total;
}

double MechanicalOperations::dot(VecCoordId a, VecCoordId b) {
  double total = 0;
  for (const auto* state : graph().unmapped) total += state->dot(a, b);
  return total;
}

void MechanicalOperations::difference(VecDerivId out, VecCoordId a, VecCoordId b) {
  for (auto* state : graph().unmapped) {
    state->allocate(out);
    state->difference(out, a, b);
  }
}

double MechanicalOperations::squaredDistance(VecCoordId a, VecCoordId b) {
  double total = 0;
  for (const auto* state : graph().unmapped) total += state->squaredDistance(a, b);
  return total;
}

double MechanicalOperations::stepAndResidual(VecDerivId s, VecDerivId p, VecDerivId r, VecDerivId q, double alpha) {
  double total = 0;
  for (auto* state : graph().unmapped) total += state->stepAndResidual(s, p, r, q, alpha);
  return total;
}

void MechanicalOperations::threshold(VecDerivId v, double t) {
  for (auto* state : graph().solved.states) state->threshold(v, t);
}

void MechanicalOperations::archive(core::Archive& archive, VecDerivId v) {
  for (auto* state : graph().unmapped) {
    const auto current = state->hostRead(v);
    std::vector<double> values(current.begin(), current.end());
    archive.io(values);
    if (!archive.isLoading() || values.empty()) continue;
    state->allocate(v);
    const auto target = state->hostWrite(v);
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
