// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sofa::core {

class Base;

/// Tells handlers, which get the path of a message's sender only, who sends it: as long as one lives, messages of this
/// thread come from its object.
class MessageSender {
 public:
  explicit MessageSender(const Base& object);
  ~MessageSender();
  MessageSender(const MessageSender&) = delete;
  MessageSender& operator=(const MessageSender&) = delete;

  /// Null where the sender is no object of a scene.
  static const Base* current();

 private:
  const Base* m_outer;
};

}  // namespace sofa::core
