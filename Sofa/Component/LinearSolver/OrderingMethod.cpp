// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/OrderingMethod.h"

#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsolver {

void connectOrderingMethod(const core::LinearSolver& solver, core::Link<OrderingMethod>& link) {
  link.retry();
  if (link) return;
  if (link.isGiven())
    solver.error(
        "orderingMethod=\"{}\" leads to no ordering method.{} The default is used. There are NaturalOrderingMethod, "
        "AMDOrderingMethod, COLAMDOrderingMethod and MetisOrderingMethod.",
        link.text(), core::suggestPath(solver, link.paths().front()));
  else
    link.set(solver.context()->local<OrderingMethod>());
}

linearalgebra::Ordering orderingOf(const core::Link<OrderingMethod>& link) {
  return link ? link->ordering() : linearalgebra::Ordering::best;
}

namespace {
constexpr const char* module = "Sofa.Component.LinearSolver.Ordering";
const auto natural = core::Register("NaturalOrderingMethod", module, "unknowns are eliminated as they come")
                         .add<NaturalOrderingMethod>();
const auto amd = core::Register("AMDOrderingMethod", module, "approximate minimum degree").add<AMDOrderingMethod>();
const auto colamd =
    core::Register("COLAMDOrderingMethod", module, "column approximate minimum degree").add<COLAMDOrderingMethod>();
const auto metis = core::Register("MetisOrderingMethod", "Sofa.Metis", "nested dissection").add<MetisOrderingMethod>();
}  // namespace

}  // namespace sofa::component::linearsolver
