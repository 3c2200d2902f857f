// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/SceneLimit.h"

#include <fmt/format.h>

#include <atomic>

#include "Sofa/Helper/Message.h"

namespace sofa::simulation {
namespace {
std::atomic<std::size_t> s_most{0}, s_count{0};
}

void limitSceneObjects(std::size_t most) { s_most = most; }

void forgetSceneObjects() { s_count = 0; }

bool countSceneObject() {
  if (s_most == 0) return true;
  const std::size_t number = ++s_count;
  if (number == s_most + 1)
    helper::send(helper::Severity::Error, "SceneLoader",
                 fmt::format("The scene has more than {} nodes and components: the others are left out. --limit-nodes "
                             "allows more.",
                             s_most.load()));
  return number <= s_most;
}

}  // namespace sofa::simulation
