// SPDX-License-Identifier: Apache-2.0
#include "Device.h"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <new>

#ifdef SOFACUDA_NVCC
#include "Gpu.h"
#endif

namespace sofa::cuda {

namespace {
constexpr std::align_val_t alignment{64};
}

Device& Device::instance() {
  // Never destroyed: arrays of threads and of components may outlive static objects.
  static auto* const device = new Device;
  return *device;
}

int deviceNumber(const std::string& text) {
  int number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number >= 0 ? number : -1;
}

Device::Device() {
  const char* variable = std::getenv("CUDA_DEVICE");
  const std::string named = variable ? variable : "";
#ifdef SOFACUDA_NVCC
  const int number = named.empty() ? 0 : deviceNumber(named);
  std::string problem = "its number has to be 0 or more";
  const std::string name = number < 0 ? "" : gpu::open(number, problem);
  m_isGpu = !name.empty();
  m_description = m_isGpu ? "Kernels run on the GPU " + name + "."
                          : "There is no usable GPU (" + problem + "): kernels run on the host.";
#else
  m_description = "This build has no CUDA: kernels run on the host.";
#endif
  m_lacksNamedGpu = !named.empty() && !m_isGpu;
  if (m_lacksNamedGpu) m_description = "CUDA_DEVICE=" + named + " names no GPU that can be used. " + m_description;
}

void* Device::allocate(std::size_t bytes) {
#ifdef SOFACUDA_NVCC
  if (m_isGpu) return gpu::allocate(bytes);
#endif
  return ::operator new(bytes, alignment);
}

void Device::release(void* memory) noexcept {
#ifdef SOFACUDA_NVCC
  if (m_isGpu) return gpu::release(memory);
#endif
  ::operator delete(memory, alignment);
}

void Device::zero(void* memory, std::size_t bytes) {
#ifdef SOFACUDA_NVCC
  if (m_isGpu) return gpu::zero(memory, bytes);
#endif
  std::memset(memory, 0, bytes);
}

void Device::copy(void* to, const void* from, std::size_t bytes) {
  if (to == from || bytes == 0) return;
#ifdef SOFACUDA_NVCC
  if (m_isGpu) return gpu::copy(to, from, bytes, gpu::Way::within);
#endif
  std::memcpy(to, from, bytes);
}

void Device::toDevice(void* to, const void* from, std::size_t bytes) {
  ++m_copiesToDevice;
  m_bytesToDevice += bytes;
#ifdef SOFACUDA_NVCC
  if (m_isGpu) return gpu::copy(to, from, bytes, gpu::Way::toDevice);
#endif
  std::memcpy(to, from, bytes);
}

void Device::toHost(void* to, const void* from, std::size_t bytes) {
  ++m_copiesToHost;
  m_bytesToHost += bytes;
#ifdef SOFACUDA_NVCC
  if (m_isGpu) return gpu::copy(to, from, bytes, gpu::Way::toHost);
#endif
  std::memcpy(to, from, bytes);
}

void Device::readResult(void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  ++m_results;
#ifdef SOFACUDA_NVCC
  if (m_isGpu) return gpu::copy(to, from, bytes, gpu::Way::toHost);
#endif
  std::memcpy(to, from, bytes);
}

}  // namespace sofa::cuda
