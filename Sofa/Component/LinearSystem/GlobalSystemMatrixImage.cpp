#include "Sofa/Component/LinearSystem/GlobalSystemMatrixImage.h"

#include <fmt/format.h>

#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Core/Service/ObjectFactory.h"

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

GlobalSystemMatrixImage::GlobalSystemMatrixImage() {
  addOutput(&d_bitmap);
  d_listening.set(true);
}

void GlobalSystemMatrixImage::init() { setValid(); }

void GlobalSystemMatrixImage::bwdInit() {
  if (!l_linearSystem && !l_linearSystem.isGiven()) l_linearSystem.set(core::findLinearSystem(*context()));
  if (l_linearSystem) return;
  error("No linear system is there to show. Set linearSystem to a MatrixLinearSystem.");
  setInvalid();
}

void GlobalSystemMatrixImage::handleEvent(core::Event& event) {
  if (!core::eventAs<core::AnimateEndEvent>(event)) return;
  setDirty();
  if (isValid() && l_linearSystem && !l_linearSystem->matrix() && !std::exchange(m_toldMatrixFree, true))
    warning(
        "The linear system {} is matrix-free: there is no matrix to show. To get one, give its linear solver a "
        "template "
        "such as CompressedRowSparseMatrixd.",
        l_linearSystem->path());
}

void GlobalSystemMatrixImage::doUpdate() {
  const auto* a = l_linearSystem && isValid() ? l_linearSystem->matrix() : nullptr;
  d_bitmap.set(a && a->rows() > 0 ? patternBitmap(*a) : "invalid matrix");
}

namespace {
const auto registered =
    core::Register("GlobalSystemMatrixImage", "SofaMatrix.Qt", "the pattern of an assembled matrix as a bitmap")
        .add<GlobalSystemMatrixImage>();
}  // namespace

}  // namespace sofa::component::linearsystem
