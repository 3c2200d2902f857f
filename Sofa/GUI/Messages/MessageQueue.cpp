// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Messages/MessageQueue.h"

#include <algorithm>

namespace sofa::gui {

MessageQueue::MessageQueue(Session& session, std::size_t limit, std::function<void()> notify)
    : m_session(session), m_limit(std::max<std::size_t>(1, limit)), m_notify(std::move(notify)) {
  helper::addMessageHandler(this);
  m_session.addObserver(this);
}

MessageQueue::~MessageQueue() {
  m_session.removeObserver(this);
  helper::removeMessageHandler(this);
}

void MessageQueue::process(const helper::Message& message) {
  if (!m_session.maySpeak()) return;
  bool first = false;
  {
    const std::lock_guard lock(m_mutex);
    LoggedMessage logged{message, m_step, m_time};
    first = m_batch.messages.empty();
    if (m_batch.messages.size() < m_limit) {
      m_batch.messages.push_back(std::move(logged));
    } else {
      m_batch.messages[m_oldest] = std::move(logged);
      m_oldest = (m_oldest + 1) % m_limit;
      ++m_batch.lost;
    }
  }
  if (first) m_notify();
}

MessageQueue::Batch MessageQueue::take() {
  Batch batch;
  const std::lock_guard lock(m_mutex);
  std::swap(batch, m_batch);
  std::rotate(batch.messages.begin(), batch.messages.begin() + static_cast<std::ptrdiff_t>(m_oldest),
              batch.messages.end());
  m_oldest = 0;
  return batch;
}

void MessageQueue::afterStep(simulation::Node&, const StepInfo& info) {
  m_step = info.step;
  m_time = info.time;
}

void MessageQueue::started(simulation::Node& root) {
  m_step = 0;
  m_time = root.time();
}

}  // namespace sofa::gui
