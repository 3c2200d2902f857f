// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Session/OwnedSession.h"

namespace sofa::gui {
namespace {

std::vector<std::unique_ptr<Session>>& ending() {
  static std::vector<std::unique_ptr<Session>> sessions;
  return sessions;
}

}  // namespace

OwnedSession::OwnedSession() : m_session(std::make_unique<Session>()) {}

OwnedSession::~OwnedSession() {
  m_session->disconnect();
  m_session->end();
  std::erase_if(ending(), [](const auto& session) { return session->waitForEnd({}); });
  ending().push_back(std::move(m_session));
}

void OwnedSession::waitForAll() {
  constexpr std::chrono::seconds patience{1};
  bool told = false;
  for (const auto& session : ending()) {
    if (told || session->waitForEnd(patience)) continue;
    told = true;
    helper::send(helper::Severity::Info, "runSofa", "The program ends when the running step is finished.");
  }
  ending().clear();
}

}  // namespace sofa::gui
