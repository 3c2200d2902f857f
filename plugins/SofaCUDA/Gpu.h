// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>

/// What nvcc compiles (Gpu.cu): the runtime and the launches of kernels. Only in builds with CUDA.
namespace sofa::cuda::gpu {

/// Takes the GPU of that number. Its name, or an empty text and in `problem` why there is none.
std::string open(int number, std::string& problem);

void* allocate(std::size_t bytes);
void release(void* memory) noexcept;
void zero(void* memory, std::size_t bytes);
enum class Way { toDevice, toHost, within };
void copy(void* to, const void* from, std::size_t bytes, Way way);

/// kernel(i) for i in [0, n). Defined for the kernels that Gpu.cu lists.
template <class Kernel>
void run(std::size_t n, const Kernel& kernel);
/// The value of each block of blockLength entries, in the memory of the device.
template <class Reduction>
void reduceBlocks(std::size_t n, const Reduction& reduction, typename Reduction::Value* blocks);

}  // namespace sofa::cuda::gpu
