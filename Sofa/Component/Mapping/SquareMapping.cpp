#include "Sofa/Component/Mapping/MeasureMapping.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

/// The square of each number.
template <class In, class Out>
class SquareMapping : public MeasureMapping<SquareMapping<In, Out>, In, type::Element<1>> {
 public:
  SquareMapping() {
    this->d_geometricStiffness.set(type::OptionGroup({"None", "Exact"}, 1));
    this->d_geometricStiffness.unset();
  }

  template <class S, class Points>
  static S measure(const Points& x) {
    return x[0][0] * x[0][0];
  }
  bool readElements(std::vector<type::Element<1>>& points) {
    for (std::size_t i = 0; i < this->l_input->size(); ++i) points.push_back({static_cast<type::Index>(i)});
    return true;
  }
};

namespace {
const auto registered = core::Register("SquareMapping", "Sofa.Component.Mapping.NonLinear", "squares of numbers")
                            .add<SquareMapping<type::Vec1Types, type::Vec1Types>>();
}  // namespace

}  // namespace sofa::component::mapping
