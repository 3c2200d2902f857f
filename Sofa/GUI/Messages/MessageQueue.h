// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <functional>
#include <mutex>
#include <vector>

#include "Sofa/GUI/Session/Session.h"
#include "Sofa/Helper/Message.h"

namespace sofa::gui {

/// A message and the last step that was complete when it came.
struct LoggedMessage {
  helper::Message message;
  long step = 0;
  double time = 0;  ///< simulated (s)
};

/// Takes every message of the program, in whatever thread it is sent, but for those of other scenes, and keeps it until
/// the interface comes for it.
class MessageQueue : public helper::MessageHandler, public StepObserver {
 public:
  /// At most `limit` messages wait; older ones give way. `notify` is called, in the sender's thread, when the first
  /// message since take() came; it must not send messages.
  MessageQueue(Session& session, std::size_t limit, std::function<void()> notify);
  ~MessageQueue() override;

  struct Batch {
    std::vector<LoggedMessage> messages;  ///< in the order they were sent
    std::uint64_t lost = 0;               ///< gave way to these
  };
  Batch take();

  void process(const helper::Message& message) override;
  void afterStep(simulation::Node& root, const StepInfo& info) override;
  void started(simulation::Node& root) override;

 private:
  Session& m_session;
  std::size_t m_limit;
  std::function<void()> m_notify;
  std::mutex m_mutex;
  Batch m_batch;
  std::size_t m_oldest = 0;  // where the full batch is written next
  std::atomic<long> m_step{0};
  std::atomic<double> m_time{0};
};

}  // namespace sofa::gui
