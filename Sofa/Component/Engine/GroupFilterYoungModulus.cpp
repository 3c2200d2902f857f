// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <sstream>

#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Type/PrimitiveGroup.h"

namespace sofa::component::engine {
namespace {

/// A Young's modulus for each element, by the group it belongs to.
class GroupFilterYoungModulus final : public Engine {
 public:
  List<type::PrimitiveGroup> d_groups{this, "groups", {}, "groups of elements, as loaders give them", input};
  List<Index> d_primitives{
      this, "primitives", {}, "the elements; their number is that of the moduli, if it is larger", input};
  List<int> d_elementsGroup{this, "elementsGroup", {}, "number of the group of each element, in place of `groups`"};
  List<double> d_youngModulus{this, "youngModulus", {}, "modulus of each element (Pa)", output};
  Data<std::string> d_mapGroupModulus{this, "mapGroupModulus", "",
                                      "names of groups, each with its modulus: \"bone 1e6 skin 1e3\""};
  Data<double> d_defaultYoungModulus{this, "defaultYoungModulus", 10000.0, "modulus of all other elements (Pa)"};
  List<double> d_groupModulus{this, "groupModulus", {}, "modulus of each group, by its number"};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

 protected:
  void doUpdate() override {
    constexpr std::size_t most = 100'000'000;  // a slip of the pen must not exhaust the memory
    const auto& groups = d_groups.value();
    std::size_t count = std::max(d_primitives.value().size(), d_elementsGroup.value().size());
    for (const auto& group : groups)
      if (group.first >= 0 && group.count > 0)
        count = std::max(count, static_cast<std::size_t>(group.first) + static_cast<std::size_t>(group.count));
    auto& moduli = d_youngModulus.edit();
    moduli.clear();
    if (count > most) return error("The groups have {} elements; there can be {} at most.", count, most);
    moduli.assign(count, d_defaultYoungModulus.value());
    const auto byName = namedModuli();
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const auto named = byName.find(groups[g].groupName);
      if (named == byName.end() && g >= d_groupModulus.value().size()) continue;
      const double modulus = named != byName.end() ? named->second : d_groupModulus.value()[g];
      for (int i = std::max(groups[g].first, 0); i < groups[g].first + groups[g].count; ++i) moduli[i] = modulus;
    }
    for (std::size_t i = 0; i < d_elementsGroup.value().size(); ++i) {
      const int group = d_elementsGroup.value()[i];
      if (group >= 0 && static_cast<std::size_t>(group) < d_groupModulus.value().size())
        moduli[i] = d_groupModulus.value()[static_cast<std::size_t>(group)];
    }
  }

 private:
  std::map<std::string, double> namedModuli() const {
    std::map<std::string, double> moduli;
    std::istringstream words(d_mapGroupModulus.value());
    std::string name, value;
    while (words >> name) {
      double modulus = 0;
      if (words >> value && type::TextReader(value).read(modulus)) {
        moduli[name] = modulus;
        continue;
      }
      error("mapGroupModulus: behind '{}' a number should stand. What follows is left out.", name);
      break;
    }
    for (const auto& [group, modulus] : moduli)
      if (std::ranges::none_of(d_groups.value(), [&](const auto& g) { return g.groupName == group; }))
        warning("mapGroupModulus: there is no group '{}'.", group);
    return moduli;
  }
};

const auto registeredModuli =
    core::Register("GroupFilterYoungModulus", "Sofa.Component.Engine.Generate", "moduli of elements by their groups")
        .add<GroupFilterYoungModulus>(true);

}  // namespace
}  // namespace sofa::component::engine
