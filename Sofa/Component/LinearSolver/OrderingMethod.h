// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/LinearAlgebra/Ordering.h"

namespace sofa::component::linearsolver {

/// How a direct solver numbers the unknowns before it factorises (docs/manual/solvers.md, "Orderings"). Affects speed,
/// memory and rounding.
class OrderingMethod : public core::Component {
 public:
  virtual linearalgebra::Ordering ordering() const = 0;
};

/// As they come.
class NaturalOrderingMethod : public OrderingMethod {
 public:
  linearalgebra::Ordering ordering() const override { return linearalgebra::Ordering::natural; }
};

/// Approximate minimum degree (Amestoy, Davis, Duff 1996).
class AMDOrderingMethod : public OrderingMethod {
 public:
  linearalgebra::Ordering ordering() const override { return linearalgebra::Ordering::amd; }
};

/// Column approximate minimum degree (Davis, Gilbert, Larimore, Ng 2004).
class COLAMDOrderingMethod : public OrderingMethod {
 public:
  linearalgebra::Ordering ordering() const override { return linearalgebra::Ordering::colamd; }
};

/// Nested dissection by METIS (Karypis, Kumar 1998).
class MetisOrderingMethod : public OrderingMethod {
 public:
  linearalgebra::Ordering ordering() const override { return linearalgebra::Ordering::metis; }
};

/// Fills an empty link with the ordering method of the solver's node. A path that leads to none is an error, and the
/// default serves.
void connectOrderingMethod(const core::LinearSolver& solver, core::Link<OrderingMethod>& link);
/// What the linked method says; the one that pays for the size of the system if there is none.
linearalgebra::Ordering orderingOf(const core::Link<OrderingMethod>& link);

}  // namespace sofa::component::linearsolver
