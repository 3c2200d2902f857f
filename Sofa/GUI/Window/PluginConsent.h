#pragma once
#include <QObject>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <set>

namespace sofa::gui {

/// Asks the user before a scene loads a plugin that is not in the plugin path, while it lives. Scenes are read in
/// threads of their own, which wait for the answer. A file that was agreed to is not asked about again. Where the
/// command line allows all files, there is nothing to ask.
class PluginConsent : public QObject {
 public:
  PluginConsent();
  /// Sessions that load scenes have ended by then.
  ~PluginConsent() override;

  /// No question is asked from now on: whoever waits for an answer, or asks later, gets no.
  void close();

 private:
  bool agrees(const std::filesystem::path& file);
  bool ask(const std::filesystem::path& file);

  std::mutex m_mutex;
  std::condition_variable m_answered;
  std::set<std::filesystem::path> m_agreed;
  bool m_closed = false, m_installed = false;
};

}  // namespace sofa::gui
