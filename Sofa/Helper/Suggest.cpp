#include "Sofa/Helper/Suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace sofa::helper {

double similarity(std::string_view a, std::string_view b) {
  if (a.empty() && b.empty()) return 1;
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  const auto fold = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (fold(a[i - 1]) != fold(b[j - 1]))});
      diagonal = above;
    }
  }
  return 1.0 - static_cast<double>(row.back()) / static_cast<double>(std::max(a.size(), b.size()));
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
