// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "CudaMechanicalObject.h"
#include "Simulation/SolidScenes.h"

/// The clamped beams of the host's tests with states in other data types.
namespace sofa::test {

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  if (at == text.npos) throw std::runtime_error("the scene does not hold " + from);
  return text.replace(at, from.size(), to);
}

/// Solves so exactly that the order of sums does not show.
inline const std::string exactSolver =
    "<EulerImplicitSolver rayleighStiffness='0.1' rayleighMass='0.1'/><CGLinearSolver iterations='300' "
    "tolerance='1e-13' threshold='1e-30'/>";

/// A soft tetraBeam() whose state has that template, and no other component one.
inline std::string beamOf(const std::string& dataTypes, int nx = 5, int ny = 3, int nz = 3,
                          const std::string& solver = exactSolver) {
  std::string text = replaced(tetraBeam(nx, ny, nz, solver), "TetrahedronSetGeometryAlgorithms template='Vec3'",
                              "TetrahedronSetGeometryAlgorithms");
  text = replaced(text, "youngModulus='20000'", "youngModulus='2000'");
  return replaced(text, "name='dofs' template='Vec3'", "name='dofs' template='" + dataTypes + "'");
}

template <class Real>
cuda::CudaMechanicalObject<Real>& cudaState(simulation::Node& root) {
  for (auto* node : root.order())
    for (const auto& c : node->components())
      if (auto* state = dynamic_cast<cuda::CudaMechanicalObject<Real>*>(c.get())) return *state;
  throw std::runtime_error("the scene has no such state");
}

/// Copies of vectors between the sides, and results read, while it lives.
class Transfers {
 public:
  std::size_t toDevice() const { return now().toDevice - m_start.toDevice; }
  std::size_t toHost() const { return now().toHost - m_start.toHost; }
  std::size_t results() const { return now().results - m_start.results; }

 private:
  static cuda::TransferCounts now() { return cuda::Device::instance().counts(); }
  cuda::TransferCounts m_start = now();
};

}  // namespace sofa::test
