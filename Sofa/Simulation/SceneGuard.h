// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Simulation/Node.h"

/// Who is told when the framework begins and ends to work on a scene, and may have it wait: a script language whose
/// other threads use the scene between steps.
namespace sofa::simulation {

struct SceneGuard {
  bool (*begin)(Node& root) = nullptr;  ///< whether end() is to be called
  void (*end)(Node& root) = nullptr;
};
/// There is one at most; it is set before scenes run.
void setSceneGuard(SceneGuard guard);

/// Guards a scene as long as it lives, which the scene outlives.
class GuardedScene {
 public:
  explicit GuardedScene(Node& root);
  ~GuardedScene();
  GuardedScene(const GuardedScene&) = delete;
  GuardedScene& operator=(const GuardedScene&) = delete;

 private:
  Node* m_root = nullptr;  ///< null where nobody guards
};

}  // namespace sofa::simulation
