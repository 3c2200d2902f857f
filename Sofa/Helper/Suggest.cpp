// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>

namespace sofa::helper {

namespace {

constexpr double leastSimilarity = 0.6;
/// Nobody misspells longer words by a letter or two, and comparing them takes time with the square of their length.
constexpr std::size_t mostLetters = 256;

std::string folded(std::string_view word) {
  std::string result(word);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// How often each letter occurs.
using Letters = std::array<std::uint16_t, 64>;
Letters lettersOf(std::string_view folded) {
  Letters letters{};
  for (const char c : folded) ++letters[static_cast<unsigned char>(c) % letters.size()];
  return letters;
}

/// No fewer edits than these turn one word into the other: each puts in, takes out or replaces one letter.
std::size_t leastDistance(const Letters& a, const Letters& b) {
  std::size_t more = 0, fewer = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    more += a[i] > b[i] ? a[i] - b[i] : 0u;
    fewer += b[i] > a[i] ? b[i] - a[i] : 0u;
  }
  return std::max(more, fewer);
}

/// Edit distance in which two exchanged neighbours, the commonest slip, count once.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool differ = a[i - 1] != b[j - 1];
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + differ});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = above;
    above = row;
  }
  return above.back();
}

double similarityOf(std::size_t distance, std::size_t length) {
  return 1.0 - static_cast<double>(distance) / static_cast<double>(length);
}

}  // namespace

double similarity(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size()), longer = std::max(a.size(), b.size());
  if (longer == 0) return 1;
  if (longer > mostLetters || similarityOf(longer - shorter, longer) < leastSimilarity) return 0;
  const std::string first = folded(a), second = folded(b);
  if (similarityOf(leastDistance(lettersOf(first), lettersOf(second)), longer) < leastSimilarity) return 0;
  return similarityOf(editDistance(first, second), longer);
}

std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates, std::size_t most) {
  std::vector<std::pair<double, std::string>> scored;
  for (const auto& c : candidates)
    if (const double s = similarity(word, c); s >= leastSimilarity) scored.emplace_back(-s, c);
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
