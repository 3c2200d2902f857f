// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <set>

namespace sofa::gui {

/// Asks the user whether a scene may do something with a file or folder, from any thread: scenes are read and stepped
/// in threads of their own, which wait for the answer. What was agreed to is not asked about again.
class Consent : public QObject {
 public:
  /// No question is asked from now on: whoever waits for an answer, or asks later, gets no.
  void close();

 protected:
  bool agrees(const std::filesystem::path& path);
  /// In the thread of the window.
  virtual bool ask(const std::filesystem::path& path) = 0;
  static bool askYesOrNo(const QString& title, const QString& question);

 private:
  std::mutex m_mutex;
  std::condition_variable m_answered;
  std::set<std::filesystem::path> m_agreed;
  bool m_closed = false;
};

}  // namespace sofa::gui
