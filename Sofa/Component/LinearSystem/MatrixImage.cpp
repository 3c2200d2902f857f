// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSystem/MatrixImage.h"

#include <fmt/format.h>

namespace sofa::component::linearsystem {

std::string patternBitmap(const linearalgebra::BlockMatrix& a, int most) {
  const int perPixel = std::max(1, (std::max(a.rows(), a.columns()) + most - 1) / most);
  const int width = (a.columns() + perPixel - 1) / perPixel, height = (a.rows() + perPixel - 1) / perPixel;
  std::string bitmap = fmt::format("P1\n{} {}\n", width, height);
  const std::size_t header = bitmap.size();
  for (int y = 0; y < height; ++y) bitmap.append(width, '0') += '\n';
  const int b = a.blockSize();
  for (int i = 0; i < a.blockRows(); ++i)
    for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k)
      for (int e = 0; e < b * b; ++e) {
        if (a.block(k)[e] == 0) continue;
        const int row = (i * b + e % b) / perPixel, column = (a.columnIndices()[k] * b + e / b) / perPixel;
        bitmap[header + static_cast<std::size_t>(row) * (width + 1) + column] = '1';
      }
  return bitmap;
}

MatrixImage::MatrixImage() {
  addOutput(&d_bitmap);
  d_listening.set(true);
}

void MatrixImage::handleEvent(core::Event& event) {
  if (!core::eventAs<core::AnimateEndEvent>(event)) return;
  setDirty();
  if (isValid()) stepped();
}

void MatrixImage::doUpdate() { d_bitmap.set((isValid() ? paint() : std::nullopt).value_or("invalid matrix")); }

}  // namespace sofa::component::linearsystem
