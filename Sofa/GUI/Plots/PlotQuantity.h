// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/GUI/Session/Selection.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::gui {

/// How the numbers of a Data become one.
///
/// Text form: what, then a component. What: nothing (the only number), "norm" (root of the sum of all squares), "min",
/// "max", "mean" (over the elements) or "[12]" (one element). Component: nothing, or ".x", ".y", ".z", ".3". Without a
/// component an element of several numbers counts as its length; of elements of 6 or 7 numbers, frames and their
/// motions, the first three count.
struct PlotReduction {
  enum class Kind { value, norm, min, max, mean, element } kind = Kind::value;
  std::size_t element = 0;
  int component = -1;  ///< -1: the length

  QString text() const;
  /// Nothing if the text is none of the above.
  static std::optional<PlotReduction> fromText(const QString& text);
  /// The number, or NaN if the Data has no such element or component.
  double apply(const core::BaseData& data) const;
};

/// A number that a scene has after every step.
struct PlotQuantity {
  enum class Kind {
    data,
    kineticEnergy,    ///< of all masses of a node and below (J)
    potentialEnergy,  ///< of all force fields and weights that know theirs (J)
    totalEnergy,
    linearMomentum,  ///< sum of m v over the masses of a node and below (kg m/s); reduction: a component, or its length
    angularMomentum,  ///< sum of x cross m v and spins, about the origin (kg m^2/s)
    iterations,       ///< of a linear solver in the last step
    residual,         ///< relative, of a linear solver's last solve
    stepDuration      ///< computing time of the step (ms)
  } kind = Kind::data;
  std::string path;  ///< of the node or component
  std::string data;  ///< name; for Kind::data
  PlotReduction reduction;
  std::string curve;  ///< of a Data that holds named lists of numbers: the list whose last is taken

  QString name() const;
  bool operator==(const PlotQuantity& o) const { return name() == o.name(); }
};

using PlotGraph = std::map<std::string, std::vector<double>>;
/// The value of a Data that holds named lists of numbers; null for others.
const PlotGraph* graphOf(const core::BaseData& data);

/// Reads a quantity, step by step. Lives in the simulation's thread.
class PlotProbe {
 public:
  explicit PlotProbe(PlotQuantity quantity) : m_quantity(std::move(quantity)) {}
  /// Finds what it reads anew, for instance in another scene.
  void bind(simulation::Node& root);
  /// NaN if there is nothing to read, or no more.
  double read(simulation::Node& root, double stepSeconds);
  const PlotQuantity& quantity() const { return m_quantity; }

 private:
  double readData();
  double readEnergy(simulation::Node& node);
  double readMomentum(simulation::Node& node) const;
  double kineticEnergy(simulation::Node& node);

  PlotQuantity m_quantity;
  std::weak_ptr<core::Base> m_object;
  core::BaseData* m_data = nullptr;  // of m_object
  simulation::MechanicalOperations m_ops;
  std::vector<core::BaseMass*> m_masses;
  std::size_t m_version = 0;  // of the graph that m_masses are of
  std::size_t m_iterations = 0;
};

/// What can be plotted.
struct PlotCandidate {
  PlotQuantity quantity;
  std::size_t elements = 1;
  int elementSize = 1;
};
/// Everything in the scene that can be plotted: energies, solvers, graphs, Data of numbers. In the simulation's thread.
std::vector<PlotCandidate> plotCandidates(simulation::Node& root);
/// "/path/component.graph" of every Data that holds named lists of numbers. In the simulation's thread.
std::vector<std::string> graphPaths(simulation::Node& root);
/// One Data of an object, or nothing with a reason that names the nearest one.
std::optional<PlotCandidate> plotCandidate(core::Base& object, const std::string& data, std::string& reason);

}  // namespace sofa::gui
