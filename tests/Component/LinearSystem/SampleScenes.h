// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "Sofa/Simulation/Node.h"

namespace sofa::tests {

/// A small scene around one component, and what of its derivatives is not exact.
struct Sample {
  std::string body;                                     ///< what stands inside of the root node
  std::string inexactTangent = {};                      ///< why df/dx is not the derivative of the force; empty: it is
  std::string inexactDamping = {};                      ///< the same of df/dv
  std::function<void(simulation::Node&)> prepare = {};  ///< done after initialisation
  std::string noPotential = {};                         ///< why forces at rest are not the slope of an energy
  std::string incompleteMatrix = {};                    ///< why the matrix is not that of the product
};

/// Scenes for a force field or mass "Class/Template"; none if the component is not known here.
std::vector<Sample> forceFieldSamples(const std::string& component);
/// Those of springs.
std::vector<Sample> springSamples(const std::string& name, const std::string& dataTypes);
/// Those of fluids of particles and of curved beams, which are plugins of SOFA.
std::vector<Sample> pluginSamples(const std::string& name, const std::string& dataTypes);
/// A parent state and a child node with the mapping.
std::vector<std::string> mappingSamples(const std::string& component);

/// <MechanicalObject> of `count` points in general position.
std::string stateText(const std::string& dataTypes, int count, const std::string& attributes = "");
/// `count` numbers between -1 and 1, always the same for a seed.
std::string numbers(int count, unsigned seed);
int derivSize(const std::string& dataTypes);

}  // namespace sofa::tests
