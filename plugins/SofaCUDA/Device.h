// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <cstddef>
#include <string>

namespace sofa::cuda {

/// Copies of vectors between host and device, and results that kernels hand to the host, since the program began.
struct TransferCounts {
  std::size_t toDevice = 0, toHost = 0;            ///< copies of vectors
  std::size_t bytesToDevice = 0, bytesToHost = 0;  ///< of them
  std::size_t results = 0;                         ///< dot products and the like: a few numbers each
};

/// Where kernels run and the memory they work on: a GPU and its memory or, where there is none, the host with memory
/// apart from the host views, so that what a GPU would have to copy is copied and counted here too.
class Device {
 public:
  /// Chosen at first use: the GPU of the number CUDA_DEVICE (default 0) if this build and this machine have one. May be
  /// used by several threads at once, each with arrays of its own.
  static Device& instance();

  bool isGpu() const { return m_isGpu; }
  /// What kernels run on, in a line; of a GPU that was named but cannot be used, also that.
  const std::string& description() const { return m_description; }
  /// Whether the user named a GPU that is not there.
  bool lacksNamedGpu() const { return m_lacksNamedGpu; }

  // Errors of the GPU are thrown, as std::runtime_error.
  void* allocate(std::size_t bytes);
  void release(void* memory) noexcept;
  void zero(void* memory, std::size_t bytes);
  void copy(void* to, const void* from, std::size_t bytes);  ///< within the device
  void toDevice(void* to, const void* from, std::size_t bytes);
  void toHost(void* to, const void* from, std::size_t bytes);
  /// A few numbers that a kernel found.
  void readResult(void* to, const void* from, std::size_t bytes);

  TransferCounts counts() const {
    return {m_copiesToDevice, m_copiesToHost, m_bytesToDevice, m_bytesToHost, m_results};
  }

 private:
  Device();

  bool m_isGpu = false;
  bool m_lacksNamedGpu = false;
  std::string m_description;
  std::atomic<std::size_t> m_copiesToDevice = 0, m_copiesToHost = 0, m_bytesToDevice = 0, m_bytesToHost = 0;
  std::atomic<std::size_t> m_results = 0;
};

/// The number of a GPU as users write it: digits alone; -1 if `text` is something else.
int deviceNumber(const std::string& text);

}  // namespace sofa::cuda
