// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/SceneGuard.h"

namespace sofa::simulation {
namespace {
SceneGuard guard;
}

void setSceneGuard(SceneGuard chosen) { guard = chosen; }

GuardedScene::GuardedScene(Node& root) {
  if (guard.begin && guard.begin(root)) m_root = &root;
}

GuardedScene::~GuardedScene() {
  if (m_root) guard.end(*m_root);
}

}  // namespace sofa::simulation
