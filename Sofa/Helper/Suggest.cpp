#include "Sofa/Helper/Suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace sofa::helper {

double similarity(std::string_view a, std::string_view b) {
  if (a.empty() && b.empty()) return 1;
  const auto fold = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  // Edit distance in which two exchanged neighbours, the commonest slip, count once.
  std::vector<std::size_t> before, above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool differ = fold(a[i - 1]) != fold(b[j - 1]);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + differ});
      if (i > 1 && j > 1 && fold(a[i - 1]) == fold(b[j - 2]) && fold(a[i - 2]) == fold(b[j - 1]))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = above;
    above = row;
  }
  return 1.0 - static_cast<double>(above.back()) / static_cast<double>(std::max(a.size(), b.size()));
}

std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates, std::size_t most) {
  std::vector<std::pair<double, std::string>> scored;
  for (const auto& c : candidates)
    if (const double s = similarity(word, c); s >= 0.6) scored.emplace_back(-s, c);
  std::sort(scored.begin(), scored.end());
  std::vector<std::string> result;
  for (std::size_t i = 0; i < scored.size() && i < most; ++i) result.push_back(scored[i].second);
  return result;
}

std::string didYouMean(std::string_view word, const std::vector<std::string>& candidates) {
  const auto best = nearest(word, candidates, 1);
  return best.empty() ? std::string() : fmt::format(" Did you mean \"{}\"?", best.front());
}

}  // namespace sofa::helper
