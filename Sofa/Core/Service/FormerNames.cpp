// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Service/FormerNames.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "Sofa/Core/Service/SceneProblems.h"

namespace sofa::core {
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

ObjectFactory::FormerName formerNameOf(const std::string& old, char kind, const std::string& target) {
  switch (kind) {
    case '=':
      return {target, ""};
    case '!':
      return {target, Register::refusal(old, target, "SOFA v24.12")};
    case '@':
      return {old, fmt::format("This component has been moved to the plugin {0}: add <RequiredPlugin "
                               "pluginName='{0}'/> with that plugin installed.",
                               target)};
    default:
      return {old, "This component has been removed since SOFA v24.12 and has no successor: delete it from the scene."};
  }
}

using FormerNames = std::map<std::string, ObjectFactory::FormerName, std::less<>>;

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

std::optional<bool> areAccepted;

}  // namespace

const ObjectFactory::FormerName* formerReferenceName(std::string_view name) {
  const auto it = allFormerNames().find(name);
  return it == allFormerNames().end() ? nullptr : &it->second;
}

std::vector<std::string> formerReferenceNames(std::string_view className) {
  std::vector<std::string> names;
  for (const auto& [former, name] : allFormerNames())
    if (name.today == className) names.push_back(former);
  return names;
}

std::string_view Renaming::today(std::string_view attribute) const {
  const auto it = std::ranges::find(renamed, attribute, &std::pair<std::string, std::string>::first);
  return it == renamed.end() ? attribute : it->second;
}

bool Renaming::drops(std::string_view attribute) const {
  return std::ranges::find(dropped, attribute) != dropped.end();
}

Renaming renamingOf(const ComponentDescription& description) {
  const auto& factory = ObjectFactory::instance();
  const auto* former = factory.find(description.type()) ? nullptr : factory.formerName(description.type());
  if (!former || former->today == description.type()) return {};
  Renaming renaming{former->today, {}, {}};
  if (description.type() == "GenericConstraintSolver") {  // one class for each of its methods
    const std::string& method = description.get("resolutionMethod");
    renaming.dropped = {"resolutionMethod", "newtonIterations"};
    if (method == "UnbuiltGaussSeidel") renaming.className = "UnbuiltGaussSeidelConstraintSolver";
    if (method == "NonsmoothNonlinearConjugateGradient") {
      renaming.className = "NNCGConstraintSolver";
      renaming.dropped = {"resolutionMethod"};
      renaming.renamed = {{"newtonIterations", "maxIterations"}};
      if (description.has("newtonIterations")) renaming.dropped.push_back("maxIterations");
    }
  }
  return factory.find(renaming.className) ? renaming : Renaming{};
}

ComponentDescription renamed(const ComponentDescription& description, const Renaming& renaming) {
  ComponentDescription today(renaming.className, description.location());
  today.setFolder(description.folder());
  for (const auto& [name, attribute] : description.attributes())
    if (!renaming.drops(name)) today.set(std::string(renaming.today(name)), attribute.value);
  return today;
}

void acceptFormerNames(bool accept) { areAccepted = accept; }
void acceptFormerNamesByDefault() { areAccepted = areAccepted.value_or(true); }

Renaming acceptedRenaming(const ComponentDescription& description) {
  if (!areAccepted.value_or(false)) return {};
  auto renaming = renamingOf(description);
  if (!renaming.className.empty()) SceneProblems::tellFormerName(description.type(), renaming.className);
  return renaming;
}

}  // namespace sofa::core
