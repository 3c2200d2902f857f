// SPDX-License-Identifier: Apache-2.0
// An integrator: velocities from accelerations, positions from the new velocities.
#include <sofa/core/ObjectFactory.h>
#include <sofa/core/behavior/MultiVec.h>
#include <sofa/core/behavior/OdeSolver.h>
#include <sofa/helper/ScopedAdvancedTimer.h>
#include <sofa/simulation/MechanicalOperations.h>
#include <sofa/simulation/VectorOperations.h>

namespace sofaidioms {

using namespace sofa::core;
using namespace sofa::core::behavior;

class SymplecticSolver : public sofa::core::behavior::OdeSolver {
 public:
  SOFA_CLASS(SymplecticSolver, sofa::core::behavior::OdeSolver);

  void solve(const sofa::core::ExecParams* params, SReal dt, sofa::core::MultiVecCoordId xResult,
             sofa::core::MultiVecDerivId vResult) override {
    SCOPED_TIMER("SymplecticSolver");
    sofa::simulation::common::VectorOperations vop(params, this->getContext());
    sofa::simulation::common::MechanicalOperations mop(params, this->getContext());
    MultiVecCoord pos(&vop, sofa::core::vec_id::write_access::position);
    MultiVecDeriv vel(&vop, sofa::core::vec_id::write_access::velocity);
    MultiVecCoord newPos(&vop, xResult);
    MultiVecDeriv newVel(&vop, vResult);
    MultiVecDeriv acc(&vop);
    mop.addSeparateGravity(dt);
    mop.computeAcc(this->getTime(), acc, pos, vel);
    newVel.eq(vel, acc, dt);
    newPos.eq(pos, newVel, dt);
    m_norm = acc.norm();
  }
  SReal getIntegrationFactor(int inputDerivative, int outputDerivative) const override {
    const SReal dt = this->getContext()->getDt();
    const SReal matrix[3][3] = {{1, dt, 0}, {0, 1, 0}, {0, 0, 0}};
    if (inputDerivative >= 3 || outputDerivative >= 3) return 0;
    return matrix[outputDerivative][inputDerivative];
  }
  SReal getSolutionIntegrationFactor(int outputDerivative) const override {
    const SReal dt = this->getContext()->getDt();
    const SReal vect[3] = {dt * dt, dt, 1};
    return outputDerivative >= 3 ? 0 : vect[outputDerivative];
  }

 private:
  SReal m_norm = 0;
};

int SymplecticSolverClass = sofa::core::RegisterObject("Symplectic Euler").add<SymplecticSolver>();

}  // namespace sofaidioms
