// SPDX-License-Identifier: Apache-2.0
#include "Device.h"
#include "Sofa/Helper/Message.h"

/// Called when a scene or the command line loads the plugin: says once where its kernels run.
extern "C" void initExternalModule() {
  using sofa::helper::Severity;
  const auto& device = sofa::cuda::Device::instance();
  sofa::helper::send(device.lacksNamedGpu() ? Severity::Error : Severity::Info, "SofaCUDA", device.description());
}
