// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/KeptSystem.h"

#include <algorithm>

#include "Sofa/Core/ObjectModel/Archive.h"

namespace sofa::core {
namespace {

bool isPattern(int blockSize, int blockColumns, const std::vector<int>& rowStart, const std::vector<int>& columns) {
  if (blockSize < 1 || blockSize > 6 || blockColumns < 0) return false;
  if (rowStart.empty()) return columns.empty();
  const bool rows = rowStart.front() == 0 && std::ranges::is_sorted(rowStart) &&
                    static_cast<std::size_t>(rowStart.back()) == columns.size();
  return rows && std::ranges::all_of(columns, [&](int c) { return c >= 0 && c < blockColumns; });
}

}  // namespace

void archiveMatrix(Archive& archive, linearalgebra::BlockMatrix& matrix) {
  int blockSize = matrix.blockSize(), blockColumns = matrix.blockColumns();
  std::vector<int> rowStart(matrix.rowStart().begin(), matrix.rowStart().end());
  std::vector<int> columns(matrix.columnIndices().begin(), matrix.columnIndices().end());
  std::vector<double> values(matrix.values().begin(), matrix.values().end());
  archive.io(blockSize);
  archive.io(blockColumns);
  archive.io(rowStart);
  archive.io(columns);
  archive.io(values);
  if (!archive.isLoading() || !archive.isGood()) return;
  const std::size_t blockLength = static_cast<std::size_t>(blockSize) * static_cast<std::size_t>(blockSize);
  if (!isPattern(blockSize, blockColumns, rowStart, columns) || values.size() != columns.size() * blockLength)
    return archive.fail();
  if (rowStart.empty()) return;
  matrix.setPattern(blockSize, std::move(rowStart), std::move(columns), blockColumns);
  std::ranges::copy(values, matrix.values().begin());
}

void archiveMatrix(Archive& archive, LinearSystem& system) {
  if (auto* kept = dynamic_cast<KeptSystem*>(&system)) kept->archiveMatrix(archive);
}

}  // namespace sofa::core
