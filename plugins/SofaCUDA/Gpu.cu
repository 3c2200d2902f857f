// SPDX-License-Identifier: Apache-2.0
#include "Gpu.h"

#include <cuda_runtime.h>

#include <atomic>
#include <stdexcept>

#include "Reduction.h"
#include "TetraKernels.h"
#include "VectorKernels.h"

namespace sofa::cuda::gpu {

namespace {

void check(cudaError_t status, const char* what) {
  if (status != cudaSuccess) throw std::runtime_error(std::string("GPU: ") + what + ": " + cudaGetErrorString(status));
}

constexpr unsigned threads = 128;

std::atomic<int> chosen = 0;

/// The runtime keeps the current device of each thread apart; a thread that comes later begins with number 0.
void enterDevice() {
  thread_local int entered = 0;
  if (entered == chosen) return;
  check(cudaSetDevice(chosen), "cannot be used in another thread");
  entered = chosen;
}

template <class Kernel>
__global__ void runKernel(std::size_t n, Kernel kernel) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) kernel(i);
}

// The sums of reduceBlock() in Launch.h, in the same order.
template <class Reduction>
__global__ void reduceKernel(std::size_t n, Reduction reduction, typename Reduction::Value* blocks) {
  __shared__ typename Reduction::Value values[lanes];
  const unsigned lane = threadIdx.x;
  const std::size_t begin = std::size_t(blockIdx.x) * blockLength;
  const std::size_t end = begin + blockLength < n ? begin + blockLength : n;
  typename Reduction::Value value = Reduction::identity();
  for (std::size_t i = begin + lane; i < end; i += lanes) reduction(i, value);
  values[lane] = value;
  for (unsigned width = lanes / 2; width > 0; width /= 2) {
    __syncthreads();
    if (lane < width) Reduction::join(values[lane], values[lane + width]);
  }
  if (lane == 0) blocks[blockIdx.x] = values[0];
}

}  // namespace

std::string open(int number, std::string& problem) {
  int count = 0;
  cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaSuccess && number >= count) status = cudaErrorInvalidDevice;
  if (status == cudaSuccess) status = cudaSetDevice(number);
  if (status == cudaSuccess) chosen = number;
  cudaDeviceProp properties{};
  if (status == cudaSuccess) status = cudaGetDeviceProperties(&properties, number);
  if (status != cudaSuccess) problem = cudaGetErrorString(status);
  return status == cudaSuccess ? properties.name : std::string();
}

void* allocate(std::size_t bytes) {
  enterDevice();
  void* memory = nullptr;
  check(cudaMalloc(&memory, bytes), "no memory for a vector");
  return memory;
}

void release(void* memory) noexcept { cudaFree(memory); }

void zero(void* memory, std::size_t bytes) {
  enterDevice();
  check(cudaMemset(memory, 0, bytes), "a vector cannot be cleared");
}

void copy(void* to, const void* from, std::size_t bytes, Way way) {
  enterDevice();
  const cudaMemcpyKind kinds[] = {cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice};
  check(cudaMemcpy(to, from, bytes, kinds[static_cast<int>(way)]), "a vector cannot be copied");
}

template <class Kernel>
void run(std::size_t n, const Kernel& kernel) {
  enterDevice();
  runKernel<<<static_cast<unsigned>((n + threads - 1) / threads), threads>>>(n, kernel);
  check(cudaGetLastError(), "a kernel cannot start");
}

template <class Reduction>
void reduceBlocks(std::size_t n, const Reduction& reduction, typename Reduction::Value* blocks) {
  enterDevice();
  reduceKernel<<<static_cast<unsigned>(blockCount(n)), static_cast<unsigned>(lanes)>>>(n, reduction, blocks);
  check(cudaGetLastError(), "a kernel cannot start");
}

// Every kernel and reduction that the plugin uses, for both scalar types.
#define SOFACUDA_KERNEL(Kernel)                                        \
  template void run<Kernel<float>>(std::size_t, const Kernel<float>&); \
  template void run<Kernel<double>>(std::size_t, const Kernel<double>&)
#define SOFACUDA_REDUCTION(Reduction)                                                                           \
  template void reduceBlocks<Reduction<float>>(std::size_t, const Reduction<float>&, Reduction<float>::Value*); \
  template void reduceBlocks<Reduction<double>>(std::size_t, const Reduction<double>&, Reduction<double>::Value*)

SOFACUDA_KERNEL(Scale);
SOFACUDA_KERNEL(Sum);
SOFACUDA_KERNEL(Threshold);
SOFACUDA_KERNEL(ClearPoints);
SOFACUDA_KERNEL(AddConstant);
SOFACUDA_KERNEL(AddWeight);
SOFACUDA_KERNEL(AddMassProduct);
SOFACUDA_KERNEL(DivideByMass);
SOFACUDA_KERNEL(TetraForces);
SOFACUDA_KERNEL(TetraProducts);
SOFACUDA_KERNEL(GatherForces);
SOFACUDA_REDUCTION(Dot);
SOFACUDA_REDUCTION(SquaredDistance);
SOFACUDA_REDUCTION(StepAndResidual);
SOFACUDA_REDUCTION(LargestMagnitude);
SOFACUDA_REDUCTION(BoundsOf);

}  // namespace sofa::cuda::gpu
