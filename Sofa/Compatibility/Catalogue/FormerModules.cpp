// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "Sofa/Compatibility/Catalogue/SofaNames.h"

namespace sofa::compatibility {
namespace {

/// Families of modules: any name that begins so.
constexpr std::string_view modulePrefixes[] = {"Sofa.Component",  "Sofa.GL",       "Sofa.GUI",       "Sofa.Core",
                                               "Sofa.Simulation", "Sofa.Helper",   "SofaBase",       "SofaGeneral",
                                               "SofaMisc",        "SofaComponent", "SofaSimulation", "SofaAdvanced"};

/// The others, sorted: modules of today, modules of versions before v22.06, and plugins whose components are built in.
constexpr auto formerModules = std::to_array<std::string_view>({
    "BeamAdapter",
    "Sofa.Config",
    "Sofa.DefaultType",
    "Sofa.FEM",
    "Sofa.Framework",
    "Sofa.Geometry",
    "Sofa.LinearAlgebra",
    "Sofa.Metis",
    "Sofa.Topology",
    "Sofa.Type",
    "SofaBoundaryCondition",
    "SofaCHOLMOD",
    "SofaCommon",
    "SofaConstraint",
    "SofaCore",
    "SofaDefaultType",
    "SofaDeformable",
    "SofaDenseSolver",
    "SofaEigen2Solver",
    "SofaEngine",
    "SofaExplicitOdeSolver",
    "SofaExporter",
    "SofaFramework",
    "SofaGraphComponent",
    "SofaHaptics",
    "SofaHelper",
    "SofaImplicitOdeSolver",
    "SofaLoader",
    "SofaMeshCollision",
    "SofaMetis",
    "SofaNonUniformFem",
    "SofaObjectInteraction",
    "SofaOpenglVisual",
    "SofaPreconditioner",
    "SofaRigid",
    "SofaSimpleFem",
    "SofaSparseSolver",
    "SofaSphFluid",
    "SofaTopologyMapping",
    "SofaUserInteraction",
    "SofaValidation",
    "SofaVolumetricData",
});
static_assert(std::ranges::is_sorted(formerModules));

}  // namespace

bool SofaNames::isModule(std::string_view name) const {
  return std::ranges::any_of(modulePrefixes, [&](std::string_view prefix) { return name.starts_with(prefix); }) ||
         std::ranges::binary_search(formerModules, name);
}

}  // namespace sofa::compatibility
