// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <sstream>

#include "Sofa/Compatibility/Catalogue/SofaNames.h"

namespace sofa::compatibility {
namespace {

/// Former names of SOFA's classes that are not here: old=new where the old name is still accepted, old!new where
/// SOFA v24.12 gave it up, old@plugin where the class went to a plugin that does not come with SOFA, old- where it has
/// no successor.
constexpr const char* formerNames = R"(
  AffineMovementConstraint=AffineMovementProjectiveConstraint
  CylinderGrid!CylinderGridTopology DataMonitor@SofaValidation EvalPointsDistance@SofaValidation
  ExtraMonitor@SofaValidation FixedRotationConstraint=FixedRotationProjectiveConstraint Grid!GridTopology
  HermiteSplineConstraint=HermiteSplineProjectiveConstraint IncrementalSAP!IncrSAP IncrementalSweepAndPrune!IncrSAP
  LMConstraintDirectSolver@LMConstraint LMConstraintSolver@LMConstraint LULinearSolver@SofaNewmat
  LineLocalMinDistanceFilter- MakeAliasComponent- MakeDataAliasComponent- MappingGeometricStiffnessForceField-
  MechanicalMatrixMapper- Monitor@SofaValidation
  OscillatorConstraint=OscillatorProjectiveConstraint
  ParabolicConstraint=ParabolicProjectiveConstraint
  PatchTestMovementConstraint=PatchTestMovementProjectiveConstraint PointLocalMinDistanceFilter-
  PositionBasedDynamicsConstraint=PositionBasedDynamicsProjectiveConstraint
  ProjectDirectionConstraint=DirectionProjectiveConstraint
  SkeletalMotionConstraint=SkeletalMotionProjectiveConstraint
  SparseCholeskySolver@CSparseSolvers SparseGrid!SparseGridTopology SparseGridMultiple!SparseGridMultipleTopology
  SparseGridRamification!SparseGridRamificationTopology SparseLUSolver@CSparseSolvers
  SphereGrid!SphereGridTopology SphereQuad!SphereQuadTopology
  TriangleLocalMinDistanceFilter-
  TriangleOctree!TriangleOctreeCollisionModel
  DevAngleCollisionMonitor@SofaValidation DevMonitorManager@SofaValidation DevTensionMonitor@SofaValidation
  EvalSurfaceDistance@SofaValidation IncrSAPClassSofaVector!IncrSAP
)";

/// Names that stand for nothing that could be written instead without changing more of the scene.
struct Removed {
  const char* names;
  const char* advice;
};
constexpr Removed removed[] = {
    {"ArrudaBoyce BoyceAndArruda Costa HyperelasticMaterial MooneyRivlin NeoHookean NeoHookeanIsotropic Ogden "
     "STVenantKirchhoff StVenantKirchhoff StableNeoHookean VerondaWestman VerondaWestmann",
     "A material is no component: write <TetrahedronHyperelasticityFEMForceField materialName=\"...\" "
     "ParameterSet=\"...\"/>; runSofa --describe TetrahedronHyperelasticityFEMForceField lists the materials."},
    {"BarycentricDistanceLMConstraintContact BarycentricStickConstraint BaseLMConstraint DOFBlockerLMConstraint "
     "DistanceLMConstraint DistanceLMContactConstraint FixedLMConstraint FrictionLMConstraint LMConstraint "
     "LMConstraintContact TetrahedronBarycentricDistanceLMConstraintContact",
     "It was part of the plugin LMConstraint and has been removed. BilateralLagrangianConstraint, "
     "FixedLagrangianConstraint and others constrain by Lagrange multipliers, with a FreeMotionAnimationLoop and a "
     "BlockGaussSeidelConstraintSolver; contacts do with response=\"FrictionContactConstraint\"."},
    {"DefaultCollisionGroupManager SolverMerger TreeCollisionGroupManager",
     "It has been removed: delete it. Bodies in contact keep their solvers."},
    {"BaseController Controller",
     "It is no component but what controllers have in common: write MechanicalStateController, or a "
     "Sofa.Core.Controller in a Python scene."},
    {"DataController", "It has been removed: delete it. A Sofa.Core.Controller in a Python scene changes Data."},
    {"ForceFeedback MechanicalStateForceFeedback",
     "It is no component but what force feedbacks have in common: write LCPForceFeedback, NullForceFeedback or "
     "NullForceFeedbackT."},
    {"SleepController",
     "It has been removed: nothing puts nodes to sleep. Set their attribute sleeping, or delete the SleepController."},
    {"DynamicSparseGridTopologyAlgorithms",
     "It has been removed: delete it. A DynamicSparseGridTopologyModifier does its work."},
};

core::ObjectFactory::FormerName formerNameOf(const std::string& old, char kind, const std::string& target) {
  switch (kind) {
    case '=':
      return {target, ""};
    case '!':
      return {target, core::Register::refusal(old, target, "SOFA v24.12")};
    case '@':
      return {old, fmt::format("This component has been moved to the plugin {0}: add <RequiredPlugin "
                               "pluginName='{0}'/> with that plugin installed.",
                               target)};
    default:
      return {old, "This component has been removed since SOFA v24.12 and has no successor: delete it from the scene."};
  }
}

using FormerNames = std::map<std::string, core::ObjectFactory::FormerName, std::less<>>;

FormerNames parseFormerNames() {
  FormerNames all;
  std::istringstream words(formerNames);
  for (std::string word; words >> word;) {
    const auto end = word.find_first_of("=!@-");
    const std::string old = word.substr(0, end);
    all[old] = formerNameOf(old, word[end], word.substr(end + 1));
  }
  for (const auto& [names, advice] : removed) {
    std::istringstream list(names);
    for (std::string old; list >> old;) all[old] = {old, advice};
  }
  return all;
}

const FormerNames& allFormerNames() {
  static const FormerNames all = parseFormerNames();
  return all;
}

}  // namespace

const core::ObjectFactory::FormerName* SofaNames::formerName(std::string_view name) const {
  const auto it = allFormerNames().find(name);
  return it == allFormerNames().end() ? nullptr : &it->second;
}

std::vector<std::string> SofaNames::formerNames(std::string_view className) const {
  std::vector<std::string> names;
  for (const auto& [former, name] : allFormerNames())
    if (name.today == className) names.push_back(former);
  return names;
}

/// SOFA v25.12 had one class for what are three of today.
void SofaNames::adjust(core::Renaming& renaming, const core::ComponentDescription& description) const {
  if (description.type() != "GenericConstraintSolver") return;
  const std::string& method = description.get("resolutionMethod");
  renaming.dropped = {"resolutionMethod", "newtonIterations"};
  if (method == "UnbuiltGaussSeidel") renaming.className = "UnbuiltGaussSeidelConstraintSolver";
  if (method != "NonsmoothNonlinearConjugateGradient") return;
  renaming.className = "NNCGConstraintSolver";
  renaming.dropped = {"resolutionMethod"};
  renaming.renamed = {{"newtonIterations", "maxIterations"}};
  if (description.has("newtonIterations")) renaming.dropped.push_back("maxIterations");
}

}  // namespace sofa::compatibility
