// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "Sofa/Helper/Results.h"
#include "Sofa/Helper/WriteAccess.h"

namespace {

/// Scenes given as text take over what the scene file before them left: the folder that results must lie in, and that
/// they wait for a step. Tests run in any order, so each starts without.
class EachTestAlone : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo&) override {
    sofa::helper::forgetInputs();
    sofa::helper::firstStepAsked();
  }
};

[[maybe_unused]] const bool isAdded = (testing::UnitTest::GetInstance()->listeners().Append(new EachTestAlone), true);

}  // namespace
