// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sofa::helper {

/// An arithmetic expression of named variables, such as "48 * x - y^2 / 2": numbers, pi, + - * / ^ (to the right),
/// signs, parentheses and the functions sin, cos, tan, asin, acos, atan, sqrt, exp, log, abs, and of two arguments min,
/// max, atan2, hypot. Angles are in radians.
class Formula {
 public:
  Formula() = default;
  /// Throws std::invalid_argument with a sentence that says what is wrong and where.
  Formula(std::string_view text, std::vector<std::string> variables);
  /// values: one per variable.
  double operator()(std::span<const double> values) const;

 private:
  class Parser;
  enum class Operation { number, variable, negate, add, subtract, multiply, divide, power, function, function2 };
  /// One step of a machine with a stack.
  struct Step {
    Operation operation;
    double number = 0;
    std::size_t index = 0;  ///< of a variable or function
  };
  std::vector<Step> m_steps;
};

}  // namespace sofa::helper
