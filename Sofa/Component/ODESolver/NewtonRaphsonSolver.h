// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Mechanics/Newton/NewtonMethod.h"

namespace sofa::component::odesolver {

/// Newton iterations with line search and several stopping tests (mechanics::NewtonMethod).
class NewtonRaphsonSolver : public core::NewtonSolver {
 public:
  template <class T>
  using Data = core::Data<T>;

  Data<unsigned> d_maxIterations{
      this, "maxNbIterationsNewton", 1u, "most Newton iterations", {.group = "Stopping criteria"}};
  Data<double> d_relativeSuccessive{this,
                                    "relativeSuccessiveStoppingThreshold",
                                    1e-5,
                                    "stops when a residual is below this part of the one before; 0: no test",
                                    {.group = "Stopping criteria"}};
  Data<double> d_relativeInitial{this,
                                 "relativeInitialStoppingThreshold",
                                 1e-5,
                                 "stops when the residual is below this part of the first; 0: no test",
                                 {.group = "Stopping criteria"}};
  Data<double> d_absoluteResidual{this,
                                  "absoluteResidualStoppingThreshold",
                                  1e-5,
                                  "stops when the residual is below this; 0: no test. Unless it is given, residuals "
                                  "count as small only if below 1e-3 of the largest one of the run too",
                                  {.group = "Stopping criteria"}};
  Data<double> d_relativeEstimate{this,
                                  "relativeEstimateDifferenceThreshold",
                                  0.0,
                                  "stops when the change is below this part of the guess; 0: no test",
                                  {.group = "Stopping criteria"}};
  Data<double> d_absoluteEstimate{this,
                                  "absoluteEstimateDifferenceThreshold",
                                  0.0,
                                  "stops when the change is below this; 0: no test",
                                  {.group = "Stopping criteria"}};
  Data<unsigned> d_maxLineSearch{
      this, "maxNbIterationsLineSearch", 1u, "most trials of the line search", {.group = "Line Search"}};
  Data<double> d_lineSearchCoefficient{
      this, "lineSearchCoefficient", 0.5, "factor between two trials of the line search", {.group = "Line Search"}};
  Data<bool> d_updateStateWhenDiverged{this, "updateStateWhenDiverged", true, "the last guess is kept in any case"};
  Data<bool> d_warnWhenLineSearchFails{this, "warnWhenLineSearchFails", true, "warn when no trial lowers the residual"};
  Data<bool> d_warnWhenDiverge{this, "warnWhenDiverge", true, "warn when the iterations do not converge"};
  Data<type::OptionGroup> d_status{
      this,
      "status",
      type::OptionGroup({"Undefined", "Running", "ConvergedEquilibrium", "DivergedLineSearch", "DivergedMaxIterations",
                         "ConvergedResidualSuccessiveRatio", "ConvergedResidualInitialRatio",
                         "ConvergedAbsoluteResidual", "ConvergedRelativeEstimateDifference",
                         "ConvergedAbsoluteEstimateDifference"}),
      "how the last run ended",
      {.readOnly = true}};
  Data<std::map<std::string, std::vector<double>>> d_residualGraph{this,
                                                                   "residualGraph",
                                                                   {},
                                                                   "residual after each iteration of the last run",
                                                                   {.group = "Analysis", .readOnly = true}};

  void init() override;
  void reset() override;
  void run(Function& function) override;
  void archive(core::Archive& archive) override;

 private:
  double absoluteThreshold() const;
  void report(const mechanics::NewtonMethod::Outcome& outcome);
  void setStatus(std::string_view status) { d_status.edit().select(status); }

  std::vector<double> m_residuals;
  double m_largestResidual = 0;  ///< at the beginning of a run, since the start or a reset
};

}  // namespace sofa::component::odesolver
