// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/NumberedEngine.h"
#include "Sofa/Core/ObjectModel/Choice.h"

namespace sofa::component::engine {
namespace {

/// input1 op input2 op ..., entry by entry, from the left. A list of one value stands for as many as the others have.
template <class T>
class MathOp final : public NumberedEngine {
  static constexpr bool isVector = !std::is_arithmetic_v<T>;

 public:
  Data<Index> d_nbInputs{this, "nbInputs", 2, "number of lists"};
  Data<core::Choice> d_op{this, "op", core::Choice(words()), "what is done with them; comparisons give 1 or 0", input};
  List<T> d_output{this, "output", {}, "the results", output};
  MathOp() { createLists(); }
  static std::string staticTemplateName() { return "vector<" + valueName<T>() + ">"; }

 protected:
  Data<Index>& listCount() override { return d_nbInputs; }
  void resizeLists(Index n) override { m_inputs.resize(n); }
  void doUpdate() override {
    auto& result = d_output.edit();
    result.clear();
    std::size_t count = m_inputs.size() > 0 ? 1 : 0;
    for (std::size_t k = 0; k < m_inputs.size(); ++k)
      if (const std::size_t size = m_inputs[k].value().size(); size != 1) count = size;
    for (std::size_t k = 0; k < m_inputs.size(); ++k)
      if (const std::size_t size = m_inputs[k].value().size(); size != 1 && size != count)
        return error("input{} has {} values and others have {}: give as many, or one for all.", k + 1, size, count);
    const std::string op = d_op.value().selected();
    m_dividedByZero = false;
    for (std::size_t i = 0; i < count; ++i) {
      T value = at(0, i);
      for (std::size_t k = 1; k < m_inputs.size(); ++k) value = apply(op, value, at(k, i));
      result.push_back(value);
    }
    if (m_dividedByZero) error("A number was divided by 0: the results are 0 there.");
  }

 private:
  static std::vector<std::string> words() {
    if constexpr (isVector)
      return {"+", "-", "*", "/"};
    else if constexpr (std::is_same_v<T, bool>)
      return {"+", "*", "&&", "||", "==", "!="};
    else
      return {"+", "-", "*", "/", "<", ">", "<=", ">=", "==", "!="};
  }
  T at(std::size_t list, std::size_t i) const {
    const auto& values = m_inputs[list].value();
    return values.size() == 1 ? values[0] : values[i];
  }
  T apply(const std::string& op, const T& a, const T& b) {
    if constexpr (std::is_same_v<T, bool>) {
      if (op == "==") return a == b;
      if (op == "!=") return a != b;
      return op == "+" || op == "||" ? a || b : a && b;
    } else if constexpr (isVector) {
      if (op == "+") return a + b;
      if (op == "-") return a - b;
      return op == "*" ? T(a.cwiseProduct(b)) : T(a.cwiseQuotient(b));
    } else {
      if (op == "+") return a + b;
      if (op == "-") return a - b;
      if (op == "*") return a * b;
      if (op == "/") return divide(a, b);
      return static_cast<T>(op == "<"    ? a < b
                            : op == ">"  ? a > b
                            : op == "<=" ? a <= b
                            : op == ">=" ? a >= b
                            : op == "==" ? a == b
                                         : a != b);
    }
  }
  T divide(const T& a, const T& b) {
    if constexpr (std::is_same_v<T, int>) {
      if (b == 0) return m_dividedByZero = true, 0;
      if (b == -1) return static_cast<int>(-static_cast<long>(a));  // the smallest number has no opposite
    }
    return a / b;
  }

  bool m_dividedByZero = false;
  NumberedData<std::vector<T>> m_inputs{this, "input", "list"};
};

const auto registeredMathOp =
    core::Register("MathOp", "Sofa.Component.Engine.Transform", "sums, products and comparisons of lists")
        .addAll<MathOp, double, int, bool, type::Vec2, type::Vec3>(true)
        .addAs<MathOp<type::Vec3>>("vector<RigidDeriv2d>")
        .addAs<MathOp<type::Vec6>>("vector<RigidDeriv3d>");

}  // namespace
}  // namespace sofa::component::engine
