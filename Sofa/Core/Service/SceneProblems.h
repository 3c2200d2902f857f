// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>

#include "Sofa/Helper/Message.h"

namespace sofa::core {

class Base;
class BaseData;
class Node;
class NotCreated;

/// Tells what is wrong with a scene by its causes.
///
/// While one lives, the thread that made it holds back what cannot be judged before the whole scene is read: whether a
/// path is misspelt or names something that stands further down, whether a component lacks another one that could not
/// be created. After that, warnings and errors that only follow from a component that could not be created are
/// counted, not sent; the count is told at the end. One inside another leaves everything to the outer one.
class SceneProblems {
 public:
  SceneProblems();
  ~SceneProblems();
  SceneProblems(const SceneProblems&) = delete;
  SceneProblems& operator=(const SceneProblems&) = delete;

  /// Whether messages that only follow from others are sent all the same, from now on.
  static void setShowAll(bool showAll);

  /// Tells about an element that became no component, now or when the scene is whole.
  static void tell(const std::shared_ptr<NotCreated>& element);
  /// Tells about a Data whose link names nothing that is there, now or when the scene is whole. It stays without
  /// effect.
  static void tellLink(const BaseData& data, const std::string& path);
  /// The same for the attribute src, whose path is written with "@".
  static void tellSource(const Base& component, const std::string& path);
  /// Tells, once for the whole scene, that an element has a name of former versions that is accepted.
  static void tellFormerName(const std::string& former, const std::string& today);
  /// Has such names of elements that are in no scene being read wait for tellHeldNames(): programs make elements one by
  /// one. From now on.
  static void holdNames();
  static void tellHeldNames();
  /// The scene below `root` is read: tells what was held back.
  static void graphIsWhole(Node& root);
  /// Whether a message of `sender` only follows from a component that could not be created. It is counted then.
  static bool follows(const Base& sender, helper::Severity severity);

  class Impl;

 private:
  std::unique_ptr<Impl> m_impl;  ///< null inside another one
};

}  // namespace sofa::core
