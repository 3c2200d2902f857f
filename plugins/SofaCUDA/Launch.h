// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "Device.h"
#include "DeviceVector.h"
#include "Reduction.h"
#include "Sofa/Helper/Parallel.h"
#ifdef SOFACUDA_NVCC
#include "Gpu.h"
#endif

/// Runs kernels on the device, or their host build where there is no GPU.
namespace sofa::cuda {

template <class Kernel>
void run(std::size_t n, const Kernel& kernel) {
  if (n == 0) return;
#ifdef SOFACUDA_NVCC
  if (Device::instance().isGpu()) return gpu::run(n, kernel);
#endif
  helper::parallelChunks(n, 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) kernel(i);
  });
}

/// One block, as a GPU computes it.
template <class Reduction>
typename Reduction::Value reduceBlock(std::size_t begin, std::size_t end, const Reduction& reduction) {
  typename Reduction::Value values[lanes];
  for (auto& value : values) value = Reduction::identity();
  for (std::size_t first = begin; first < end; first += lanes)
    for (std::size_t lane = 0; lane < std::min(lanes, end - first); ++lane) reduction(first + lane, values[lane]);
  for (std::size_t width = lanes / 2; width > 0; width /= 2)
    for (std::size_t lane = 0; lane < width; ++lane) Reduction::join(values[lane], values[lane + width]);
  return values[0];
}

template <class Reduction>
typename Reduction::Value reduce(std::size_t n, const Reduction& reduction) {
  using Value = typename Reduction::Value;
  thread_local DeviceVector<Value> onDevice;
  thread_local std::vector<Value> blocks;
  blocks.resize(blockCount(n));
  onDevice.resizeToOverwrite(blocks.size());
#ifdef SOFACUDA_NVCC
  if (n > 0 && Device::instance().isGpu()) gpu::reduceBlocks(n, reduction, onDevice.data());
#endif
  if (!Device::instance().isGpu()) {
    Value* const results = onDevice.data();
    helper::parallelChunks(n, blockLength, [&](std::size_t begin, std::size_t end) {
      results[begin / blockLength] = reduceBlock(begin, end, reduction);
    });
  }
  Device::instance().readResult(blocks.data(), onDevice.data(), blocks.size() * sizeof(Value));
  Value total = Reduction::identity();
  for (const Value& block : blocks) Reduction::join(total, block);
  return total;
}

}  // namespace sofa::cuda
