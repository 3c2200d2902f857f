// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::core {
namespace {

/// output = input + 1; counts how often it is computed.
class AddOne : public DataEngine {
 public:
  Data<int> d_input{this, "input", 0, ""};
  Data<int> d_output{this, "output", 0, "", {.readOnly = true}};
  int runs = 0;
  AddOne() { addInput(&d_input), addOutput(&d_output); }

 protected:
  void doUpdate() override {
    ++runs;
    d_output.set(d_input.value() + 1);
  }
};

TEST(DependencyChain, eachEngineRunsOncePerChange) {
  AddOne first, second, third;
  ASSERT_TRUE(second.d_input.setParent(&first.d_output));
  ASSERT_TRUE(third.d_input.setParent(&second.d_output));
  EXPECT_EQ(third.d_output.value(), 3);
  EXPECT_EQ(third.d_output.value(), 3);
  for (const AddOne* engine : {&first, &second, &third}) EXPECT_EQ(engine->runs, 1);

  const int before = third.d_output.counter();
  first.d_input.set(10);
  EXPECT_EQ(third.d_output.value(), 13);
  for (const AddOne* engine : {&first, &second, &third}) EXPECT_EQ(engine->runs, 2);
  EXPECT_EQ(third.d_output.counter(), before + 1);
}

TEST(DependencyChain, anOutputThatIsReadFromTheMiddleFirstIsNotComputedAgain) {
  AddOne first, second;
  ASSERT_TRUE(second.d_input.setParent(&first.d_output));
  EXPECT_EQ(first.d_output.value(), 1);
  EXPECT_EQ(second.d_output.value(), 2);
  EXPECT_EQ(first.runs, 1);
  EXPECT_EQ(second.runs, 1);
}

}  // namespace
}  // namespace sofa::core
