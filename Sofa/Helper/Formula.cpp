// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace sofa::helper {

namespace {

struct NamedFunction {
  std::string_view name;
  double (*function)(double);
};
constexpr NamedFunction functions[] = {
    {"sin", [](double x) { return std::sin(x); }},   {"cos", [](double x) { return std::cos(x); }},
    {"tan", [](double x) { return std::tan(x); }},   {"asin", [](double x) { return std::asin(x); }},
    {"acos", [](double x) { return std::acos(x); }}, {"atan", [](double x) { return std::atan(x); }},
    {"sqrt", [](double x) { return std::sqrt(x); }}, {"exp", [](double x) { return std::exp(x); }},
    {"log", [](double x) { return std::log(x); }},   {"abs", [](double x) { return std::fabs(x); }}};

struct NamedFunction2 {
  std::string_view name;
  double (*function)(double, double);
};
constexpr NamedFunction2 functions2[] = {{"min", [](double x, double y) { return std::min(x, y); }},
                                         {"max", [](double x, double y) { return std::max(x, y); }},
                                         {"atan2", [](double x, double y) { return std::atan2(x, y); }},
                                         {"hypot", [](double x, double y) { return std::hypot(x, y); }}};

}  // namespace

/// sum: product {+- product}; product: power {*/ power}; power: [-] atom [^ power].
class Formula::Parser {
 public:
  Parser(std::string_view text, const std::vector<std::string>& variables, std::vector<Step>& steps)
      : m_text(text), m_variables(variables), m_steps(steps) {}

  void run() {
    sum();
    if (peek() != '\0') fail("an operator is missing");
  }

 private:
  char peek() {
    while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at]))) ++m_at;
    return m_at < m_text.size() ? m_text[m_at] : '\0';
  }
  bool accept(char c) {
    if (peek() != c) return false;
    ++m_at;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) fail(fmt::format("'{}' is missing", c));
  }
  [[noreturn]] void fail(std::string_view what) const {
    throw std::invalid_argument(fmt::format("\"{}\": {} at character {}.", m_text, what, m_at + 1));
  }

  void sum() {
    product();
    for (;;) {
      const bool plus = accept('+');
      if (!plus && !accept('-')) return;
      product();
      m_steps.push_back({plus ? Operation::add : Operation::subtract});
    }
  }
  void product() {
    power();
    for (;;) {
      const bool times = accept('*');
      if (!times && !accept('/')) return;
      power();
      m_steps.push_back({times ? Operation::multiply : Operation::divide});
    }
  }
  void power() {
    if (++m_depth > mostNesting) fail("too many parentheses or signs");
    if (accept('-')) {
      power();
      m_steps.push_back({Operation::negate});
    } else if (accept('+')) {
      power();
    } else {
      atom();
      if (accept('^')) {
        power();
        m_steps.push_back({Operation::power});
      }
    }
    --m_depth;
  }
  void atom() {
    const char c = peek();
    if (accept('(')) {
      sum();
      expect(')');
    } else if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') {
      double value = 0;
      const auto [end, problem] = std::from_chars(m_text.data() + m_at, m_text.data() + m_text.size(), value);
      if (problem != std::errc()) fail("this is no number");
      m_at = static_cast<std::size_t>(end - m_text.data());
      m_steps.push_back({Operation::number, value});
    } else if (std::isalpha(static_cast<unsigned char>(c))) {
      name();
    } else {
      fail("a number, a name or '(' is missing");
    }
  }
  void name() {
    const std::size_t begin = m_at;
    while (m_at < m_text.size() && std::isalnum(static_cast<unsigned char>(m_text[m_at]))) ++m_at;
    const std::string_view word = m_text.substr(begin, m_at - begin);
    if (const auto variable = std::ranges::find(m_variables, word); variable != m_variables.end()) {
      m_steps.push_back({Operation::variable, 0, static_cast<std::size_t>(variable - m_variables.begin())});
    } else if (word == "pi") {
      m_steps.push_back({Operation::number, std::numbers::pi});
    } else if (const auto one = std::ranges::find(functions, word, &NamedFunction::name); one != std::end(functions)) {
      arguments(1);
      m_steps.push_back({Operation::function, 0, static_cast<std::size_t>(one - functions)});
    } else if (const auto two = std::ranges::find(functions2, word, &NamedFunction2::name);
               two != std::end(functions2)) {
      arguments(2);
      m_steps.push_back({Operation::function2, 0, static_cast<std::size_t>(two - functions2)});
    } else {
      m_at = begin;
      fail(fmt::format("'{}' is neither a function nor one of the variables {}", word, fmt::join(m_variables, ", ")));
    }
  }
  void arguments(int count) {
    expect('(');
    for (int i = 0; i < count; ++i) {
      if (i > 0) expect(',');
      sum();
    }
    expect(')');
  }

  static constexpr int mostNesting = 200;
  std::string_view m_text;
  const std::vector<std::string>& m_variables;
  std::vector<Step>& m_steps;
  std::size_t m_at = 0;
  int m_depth = 0;
};

Formula::Formula(std::string_view text, std::vector<std::string> variables) { Parser(text, variables, m_steps).run(); }

double Formula::operator()(std::span<const double> values) const {
  std::vector<double> stack;
  const auto pop = [&] {
    const double top = stack.back();
    stack.pop_back();
    return top;
  };
  for (const Step& step : m_steps) {
    switch (step.operation) {
      case Operation::number:
        stack.push_back(step.number);
        continue;
      case Operation::variable:
        stack.push_back(values[step.index]);
        continue;
      case Operation::negate:
        stack.back() = -stack.back();
        continue;
      case Operation::function:
        stack.back() = functions[step.index].function(stack.back());
        continue;
      default:
        break;
    }
    const double right = pop();
    double& left = stack.back();
    switch (step.operation) {
      case Operation::add:
        left += right;
        break;
      case Operation::subtract:
        left -= right;
        break;
      case Operation::multiply:
        left *= right;
        break;
      case Operation::divide:
        left /= right;
        break;
      case Operation::power:
        left = std::pow(left, right);
        break;
      default:
        left = functions2[step.index].function(left, right);
    }
  }
  return stack.empty() ? 0 : stack.back();
}

}  // namespace sofa::helper
