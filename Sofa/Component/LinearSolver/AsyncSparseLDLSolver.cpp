// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/AsyncSparseLDLSolver.h"

#include <algorithm>

#include "Sofa/Component/LinearSolver/FailureReport.h"
#include "Sofa/Core/Contract/KeptSystem.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Interrupt.h"
#include "Sofa/Helper/Profiler.h"
#include "Sofa/Helper/SerialHere.h"
#include "Sofa/Helper/Work.h"

namespace sofa::component::linearsolver {

void AsyncSparseLDLSolver::init() {
  SparseLDLSolver::init();
  startOver();
  if (d_assemblingRate.value() > 0) return;
  warning("assemblingRate=\"0\": the system has to be built at times; 1 is used.");
  d_assemblingRate.set(1);
}

void AsyncSparseLDLSolver::startOver() {
  discard();
  m_builds = 0;
  m_startsOver = true;
  m_isResumed = false;
}

void AsyncSparseLDLSolver::discard() {
  m_done = {};  // waits
}

void AsyncSparseLDLSolver::build(const core::MechanicalParams& params) {
  m_buildsItself = true;
  const Factors factors = {params.mFactor, params.bFactor, params.kFactor};
  const bool differs = std::exchange(m_factors, factors) != factors;
  if (differs || (l_linearSystem && core::isOutdated(*l_linearSystem))) startOver();
  stepPassed();
  if (d_floatingLag.value() ? !isUnderWay() : core::isDue(m_builds, d_assemblingRate.value()))
    SparseLDLSolver::build(params);
  ++m_builds;  // not if the build is interrupted: the next one makes up for it
}

void AsyncSparseLDLSolver::beforeSolve() {
  const double now = context()->time();
  const bool isNew = std::exchange(m_time, now) != now;
  if (d_floatingLag.value() || (isNew && !m_buildsItself)) stepPassed();
}

void AsyncSparseLDLSolver::stepPassed() {
  if (!isUnderWay()) return;
  const bool isDue = d_floatingLag.value() ? m_done.wait_for(std::chrono::seconds(0)) != std::future_status::timeout
                                           : ++m_age >= d_lag.value();
  if (isDue) adopt();
}

bool AsyncSparseLDLSolver::prepare(const linearalgebra::BlockMatrix& a) {
  const auto& latest = isUnderWay() ? m_job.matrix : m_matrix;
  if (std::exchange(m_isResumed, false) && std::ranges::equal(a.values(), latest.values())) return true;
  const bool atOnce = d_lag.value() == 0 && !d_floatingLag.value();
  if (m_startsOver || atOnce || a.rows() != m_matrix.rows() || !m_ldl.ready()) {
    discard();
    m_startsOver = false;
    m_matrix = a;
    return SparseLDLSolver::prepare(a);
  }
  adopt();
  m_job.matrix = a;
  launch();
  return true;
}

/// What takes less than a thread to start is left for when the factors are needed.
void AsyncSparseLDLSolver::launch() {
  constexpr std::size_t small = 200000;
  m_age = 0;
  configure(m_job.factors);
  if (m_ldl.factorSize() < small) {
    m_done = std::async(std::launch::deferred, [this] { m_job.run(); });
    return;
  }
  m_done = std::async(std::launch::async, [this, work = helper::HandedWork()] {
    const helper::WorksFor same(work);
    const helper::SerialHere alone;
    m_job.run();
  });
}

void AsyncSparseLDLSolver::Job::run() {
  analysed = factors.analyse(matrix);
  result = factors.factorise(matrix);
}

void AsyncSparseLDLSolver::adopt() {
  if (!isUnderWay()) return;
  const helper::ProfileScope scope("Factorisation");
  try {
    m_done.get();
  } catch (const helper::Interrupted&) {  // the step it ran beside was
    helper::checkInterrupt();
    m_job.run();
  }
  if (m_job.analysed) tellAnalysis(m_job.factors);
  if (!m_job.result.usable())
    return fail("Failed to factorize. " + explainFailure(*l_linearSystem, m_job.matrix, m_job.result) +
                " The factors of an older matrix serve on.");
  accept(m_job.matrix, m_job.result);
  std::swap(m_ldl, m_job.factors);
  std::swap(m_matrix, m_job.matrix);
}

/// With the matrices whose factors serve, and are made. The system's own is kept as well: also where it is built anew
/// at once, it then knows whether its unknowns are still those of its last build.
void AsyncSparseLDLSolver::archive(core::Archive& archive) {
  bool serves = m_ldl.ready() && !m_startsOver, isMade = isUnderWay();
  if (archive.isLoading()) startOver();
  archive.io(m_builds);
  archive.io(m_buildsItself);
  archive.io(m_factors);
  archive.io(m_age);
  archive.io(m_time);
  bool kept = l_linearSystem && m_buildsItself && m_builds > 0;
  archive.io(kept);
  archive.io(serves);
  archive.io(isMade);
  if (kept && archive.isGood()) core::archiveMatrix(archive, *l_linearSystem);
  if (serves && archive.isGood()) core::archiveMatrix(archive, m_matrix);
  if (isMade && archive.isGood()) core::archiveMatrix(archive, m_job.matrix);
  if (!archive.isLoading() || !archive.isGood() || !serves) return;
  m_startsOver = !SparseLDLSolver::prepare(m_matrix);
  m_isResumed = true;
  const unsigned age = m_age;
  if (isMade) launch();
  m_age = age;
}

namespace {
const auto registered =
    core::Register("AsyncSparseLDLSolver", "Sofa.Component.LinearSolver.Direct",
                   "direct solver by sparse L D L^T that factorises in the background, while older factors serve")
        .addAs<AsyncSparseLDLSolver>("CompressedRowSparseMatrixd", true)
        .addAs<AsyncSparseLDLSolver>("CompressedRowSparseMatrixMat3x3d");
}  // namespace

}  // namespace sofa::component::linearsolver
