// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Mapping.h"
#include "Sofa/Testing/MappingCheck.h"
#include "Sofa/Testing/SofaTest.h"

namespace sofa::mapping_test {

/// A test of a mapping from a state of one node to one of a node below: what it maps to, J against the map, J^T against
/// J, and the geometric stiffness where there is one.
template <class TMapping>
struct Mapping_test : testing::BaseSimulationTest, testing::NumericTest<double> {
  using Mapping = TMapping;
  using In = typename Mapping::In;
  using Out = typename Mapping::Out;
  using InVecCoord = typename In::VecCoord;
  using OutVecCoord = typename Out::VecCoord;
  using Real = double;

  std::shared_ptr<core::Node> root;
  Mapping* mapping = nullptr;
  core::State<In>* inDofs = nullptr;
  core::State<Out>* outDofs = nullptr;
  Real errorMax = 10;       ///< in units of the last place, for what the map gives
  double tolerance = 1e-6;  ///< of derivatives, by central differences
  bool isLinear = false;    ///< without geometric stiffness

  Mapping_test() {
    root = core::Node::createRoot();
    const auto child = root->createChild("childNode");
    inDofs = addState<In>(*root);
    outDofs = addState<Out>(*child);
    const auto made = core::objectmodel::New<Mapping>();
    mapping = made.get();
    child->addComponent(made);
    mapping->setModels(inDofs, outDofs);
  }
  ~Mapping_test() override { simulation::unload(*root); }

  /// Maps `in`, a position of the input that starts at `inStart`, and compares with `expected`.
  bool runTest(const InVecCoord& inStart, const OutVecCoord& outStart, const InVecCoord& in,
               const OutVecCoord& expected) {
    inDofs->resize(inStart.size());
    inDofs->writeCoords(core::vec::position) = inDofs->writeCoords(core::vec::restPosition) = inStart;
    outDofs->resize(outStart.size());
    outDofs->writeCoords(core::vec::position) = outDofs->writeCoords(core::vec::restPosition) = outStart;
    simulation::initRoot(*root);
    inDofs->writeCoords(core::vec::position) = in;
    mapping->mapPositions(core::vec::position, core::vec::position);
    const Real error = vectorMaxDiff(outDofs->positions(), expected);
    EXPECT_LE(error, errorMax * EPSILON * (1 + vectorMaxAbs(expected))) << "the mapping gives other positions";
    test::MappingCheck<In, Out> check(*mapping);
    check.derivative(tolerance);
    check.transpose();
    if (!isLinear) check.geometricStiffness(tolerance);
    return !::testing::Test::HasFailure();
  }
  bool runTest(const InVecCoord& inStart, const InVecCoord& in, const OutVecCoord& expected) {
    return runTest(inStart, expected, in, expected);
  }

 private:
  template <class DataTypes>
  static core::State<DataTypes>* addState(core::Node& node) {
    return dynamic_cast<core::State<DataTypes>*>(node.add("MechanicalObject", {{"template", DataTypes::name()}}).get());
  }
};

}  // namespace sofa::mapping_test

namespace sofa {
using mapping_test::Mapping_test;
}
