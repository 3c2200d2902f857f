// SPDX-License-Identifier: Apache-2.0
// What a Data costs, and what it shares with others.
#include <gtest/gtest.h>
#include <malloc.h>

#include "SampleComponents.h"

namespace sofa::test {
namespace {

static_assert(sizeof(core::BaseData) == 32);
static_assert(sizeof(core::Data<bool>) <= 40);
static_assert(sizeof(core::Data<double>) == 40);
static_assert(sizeof(core::Data<std::vector<double>>) == 32 + sizeof(std::vector<double>));
static_assert(sizeof(core::Link<Sample>) <= 56);

TEST(DataMetadata, isSharedByWhatIsDeclaredAlike) {
  Sample a, b;
  EXPECT_EQ(&a.d_real.metadata(), &b.d_real.metadata());
  EXPECT_EQ(&a.d_points.metadata(), &b.d_points.metadata());
  EXPECT_NE(&a.d_real.metadata(), &a.d_integer.metadata());
  EXPECT_EQ(a.d_real.defaultValue(), 1.5);
  a.d_real.set(4);
  EXPECT_EQ(b.d_real.value(), 1.5);
  EXPECT_EQ(b.d_real.defaultValue(), 1.5);
}

TEST(DataMetadata, anObjectMayDifferFromTheDeclaration) {
  Sample changed, other;
  changed.d_real.addAlias("amount");
  EXPECT_EQ(changed.findData("amount"), &changed.d_real);
  EXPECT_EQ(changed.findData("number"), &changed.d_real) << "the aliases of the declaration stay";
  EXPECT_EQ(other.findData("amount"), nullptr);
  auto options = other.d_real.options();
  options.readOnly = true;
  other.d_real.setOptions(options);
  EXPECT_FALSE(changed.d_real.options().readOnly);
  EXPECT_TRUE(other.d_real.options().readOnly);
  EXPECT_FALSE(Sample().d_real.options().readOnly);
}

/// The same name and help with another default value: as instances of a template have.
class WithDefault : public core::Component {
 public:
  explicit WithDefault(double value) : d_value(this, "value", value, "") {}
  core::Data<double> d_value;
};

TEST(DataMetadata, keepsDefaultValuesApart) {
  const WithDefault one(1), two(2), again(1);
  EXPECT_EQ(one.d_value.defaultValue(), 1);
  EXPECT_EQ(two.d_value.defaultValue(), 2);
  EXPECT_EQ(&one.d_value.metadata(), &again.d_value.metadata());
  const WithDefault none(std::nan("")), noneAgain(std::nan(""));
  EXPECT_EQ(&none.d_value.metadata(), &noneAgain.d_value.metadata()) << "or each would leave one behind";
}

TEST(DataFields, holdMembersAndWhatIsElsewhereInOrder) {
  Sample object;
  const std::size_t members = object.dataFields().size();
  // Too far to be told by the distance from the object: in a block of its own.
  auto far = std::make_unique<std::array<std::byte, 8 << 20>>();
  auto* data = new (far->data() + (4 << 20)) core::Data<int>(&object, "far", 3, "");
  auto near = std::make_unique<core::Data<int>>(&object, "near", 4, "");
  EXPECT_EQ(data->owner(), &object);
  EXPECT_EQ(near->owner(), &object);
  ASSERT_EQ(object.dataFields().size(), members + 2);
  EXPECT_EQ(object.findData("far"), data);
  EXPECT_EQ(object.findData("near"), near.get());
  std::vector<std::string> names;
  for (const auto* field : object.dataFields()) names.push_back(field->name());
  EXPECT_EQ(names.front(), "name");
  EXPECT_EQ(names[members], "far");
  EXPECT_EQ(names[members + 1], "near");
  data->~Data();
  EXPECT_EQ(object.findData("far"), nullptr);
  EXPECT_EQ(object.findData("near"), near.get());
  near.reset();
  EXPECT_EQ(object.dataFields().size(), members);
}

TEST(DataFields, dataWithoutAnOwnerHasNone) {
  const core::Data<int> data(nullptr, "free", 1, "");
  EXPECT_EQ(data.owner(), nullptr);
  EXPECT_EQ(data.linkPath(), "");
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(ObjectMemory, aBodyOfFourComponentsTakesLessThanEightKilobytes) {
  const auto root = simulation::Node::createRoot("root");
  const auto add = [&] {
    root->add("MechanicalObject", {{"position", "0 0 0"}});
    root->add("UniformMass", {{"totalMass", "1"}});
    root->add("FixedProjectiveConstraint", {{"indices", "0"}});
    root->add("RestShapeSpringsForceField", {{"stiffness", "100"}, {"points", "0"}});
  };
  constexpr std::size_t bodies = 100;
  add();  // what is made once
  const std::size_t before = mallinfo2().uordblks;
  for (std::size_t i = 0; i < bodies; ++i) add();
  const std::size_t each = (mallinfo2().uordblks - before) / bodies;
  EXPECT_LT(each, 8000u);
}
#endif

}  // namespace
}  // namespace sofa::test
