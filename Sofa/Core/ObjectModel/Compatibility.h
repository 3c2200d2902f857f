// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <span>
#include <string_view>

#include "Sofa/Core/ObjectModel/Choice.h"
#include "Sofa/Core/ObjectModel/Node.h"

/// SOFA v26.06 has defects on which the results of scenes made for it depend. A scene has them unless the root says
/// compatibility="exact"; docs/differences.md tells which, and what each changes.
namespace sofa::core {

/// The Data `compatibility` of a root: "SOFA" or "exact". Made when first asked for.
Data<Choice>& compatibilityOf(Node& root);

/// That of scenes which do not say: "SOFA" at first. False if there is no such word.
bool setUsualCompatibility(std::string_view word);

/// Whether the scene of `object` has the defects of SOFA v26.06.
bool reproducesSofa(const Base& object);

/// Warns of a defect where it acts: "As in SOFA v26.06 {what}. {remedy}, or compatibility="exact" at the root."
void tellDefect(const Base& object, std::string_view what, std::string_view remedy);

/// A Data whose default is a defect of SOFA v26.06: what an exact scene has where it gives no value.
struct ExactValue {
  std::string_view component;     ///< name of the class
  std::string_view templateName;  ///< for this one only; empty: for all
  std::string_view data;
  std::string_view value;  ///< as scenes write it
};

/// Adds to the known ones, which last as long as the program.
void addExactValues(std::span<const ExactValue> values);

/// Those of all modules, for tests.
void forEachExactValue(const std::function<void(const ExactValue&)>& visit);

/// Gives a component the values that it has not been given, in an exact scene those above, else the usual ones. Before
/// init().
void takeExactValues(Component& component);

}  // namespace sofa::core
