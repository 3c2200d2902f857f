// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "Sofa/GUI/Session/Session.h"

namespace sofa::gui {

/// A session of a window, which goes without waiting for what its thread does: a step may take seconds. That is
/// finished behind the scenes, and nobody hears of it any more. Of the interface's thread.
class OwnedSession {
 public:
  OwnedSession();
  ~OwnedSession();
  OwnedSession(const OwnedSession&) = delete;
  OwnedSession& operator=(const OwnedSession&) = delete;
  Session& operator*() const { return *m_session; }
  Session* operator->() const { return m_session.get(); }

  /// Waits until all that went have finished; to be called before the application goes. Says so if it takes long.
  static void waitForAll();

 private:
  std::unique_ptr<Session> m_session;
};

}  // namespace sofa::gui
