// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Service/TemplateNames.h"

#include <algorithm>
#include <span>
#include <utility>

namespace sofa::core {
namespace {

struct Alias {
  std::string_view key;
  const char* value;
};

// Sorted by key.
constexpr Alias templateAliases[] = {
    {"CompressedRowSparseMatrix", "CompressedRowSparseMatrixd"},
    {"CompressedRowSparseMatrixMat3x3", "CompressedRowSparseMatrixMat3x3d"},
    {"Mat2x2", "Mat2x2d"},
    {"Mat3x3", "Mat3x3d"},
    {"Mat4x4", "Mat4x4d"},
    {"Mat6x6", "Mat6x6d"},
    {"Rigid2", "Rigid2d"},
    {"Rigid3", "Rigid3d"},
    {"SReal", "d"},
    {"Vec1", "Vec1d"},
    {"Vec2", "Vec2d"},
    {"Vec3", "Vec3d"},
    {"Vec6", "Vec6d"},
};

constexpr Alias deprecatedTemplates[] = {
    {"Data<bool>", "vector<bool>"},
    {"Data<double>", "vector<d>"},
    {"Data<int>", "vector<i>"},
    {"Rigid", "Rigid3d"},
    {"Rigid2f", "Rigid2d"},
    {"Rigid3f", "Rigid3d"},
    {"Vec1f", "Vec1d"},
    {"Vec2f", "Vec2d"},
    {"Vec3f", "Vec3d"},
    {"Vec6f", "Vec6d"},
    {"double", "d"},
    {"float", "d"},
    {"int", "i"},
    {"vector<double>", "vector<d>"},
    {"vector<float>", "vector<d>"},
    {"vector<int>", "vector<i>"},
    {"vector<unsigned_int>", "vector<I>"},
};

const char* find(std::span<const Alias> table, std::string_view key) {
  const auto it =
      std::lower_bound(table.begin(), table.end(), key, [](const Alias& e, std::string_view k) { return e.key < k; });
  return it != table.end() && it->key == key ? it->value : nullptr;
}

/// The type that stands behind the marks of visual models (ExtVec3f) and of vectors on a GPU (CudaVec3f, CudaVec3f1).
std::string hostWord(std::string_view word) {
  for (const std::string_view mark : {"Ext", "Cuda"}) {
    if (!word.starts_with(mark)) continue;
    word.remove_prefix(mark.size());
    if (word.ends_with("f1") || word.ends_with("d1")) word.remove_suffix(1);
    break;
  }
  return canonicalTemplate(word);
}

}  // namespace

std::string canonicalTemplate(std::string_view name, std::string* deprecatedPart) {
  std::string result;
  for (std::size_t begin = 0; begin <= name.size();) {
    const auto comma = std::min(name.find(',', begin), name.size());
    const std::string_view part = name.substr(begin, comma - begin);
    const char* alias = find(templateAliases, part);
    if (!alias && (alias = find(deprecatedTemplates, part)) && deprecatedPart) *deprecatedPart = part;
    if (begin > 0) result += ',';
    result += alias ? std::string_view(alias) : part;
    begin = comma + 1;
  }
  return result;
}

std::vector<std::string> templateWords(std::string_view name) {
  std::vector<std::string> words;
  int depth = 0;
  std::string word;
  for (const char c : name) {
    depth += (c == '<') - (c == '>');
    if (c == ',' && depth <= 0)
      words.push_back(std::exchange(word, {}));
    else
      word += c;
  }
  if (!word.empty()) words.push_back(word);
  return words;
}

bool isCommonTemplate(std::string_view word) {
  return std::ranges::find(templateAliases, word, &Alias::value) != std::end(templateAliases);
}

bool isTemplateOf(std::string_view word, const std::vector<std::string>& known) {
  return std::ranges::find(known, hostWord(word)) != known.end();
}

std::string hostTemplate(std::string_view name) {
  std::string host;
  for (const auto& word : templateWords(name)) host += (host.empty() ? "" : ",") + hostWord(word);
  return host;
}

const char* pluginOfTemplate(std::string_view name) {
  const std::string_view state = name.substr(0, name.find(','));
  return state == "CudaVec3f" || state == "CudaVec3d" ? "SofaCUDA" : nullptr;
}

}  // namespace sofa::core
