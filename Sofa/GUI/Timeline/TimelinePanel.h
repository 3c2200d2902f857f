// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTimer>
#include <QWidget>

#include "Sofa/GUI/Session/Selection.h"
#include "Sofa/GUI/Timeline/TimelineCheckpoints.h"
#include "Sofa/GUI/Timeline/TimelineFrames.h"

class QLabel;
class QSlider;
class QSpinBox;
class QToolButton;

namespace sofa::gui {

/// Records the steps that go by, shows any of them again, plays them back and, from saved states, goes on from one.
///
/// While a past step is shown the simulation is paused; playing it goes on from the present, which is then shown again.
class TimelinePanel : public QWidget {
  Q_OBJECT

 public:
  TimelinePanel(Session& session, Selection& selection, QWidget* parent = nullptr);
  ~TimelinePanel() override;

  void setRecording(bool recording);
  bool isRecording() const;
  /// Of the frames that are kept.
  void setMemoryLimit(int mebibytes);
  /// Saves the state every so many steps while recording; 0: never.
  void setCheckpointInterval(int steps);

  const TimelineFrames& frames() const { return *m_frames; }
  const TimelineCheckpoints& checkpoints() const { return *m_checkpoints; }
  /// Shows the frame of that index.
  void showIndex(std::size_t index);
  /// Whether a past step is shown.
  bool isScrubbing() const { return m_shown >= 0; }
  void setPlayingBack(bool playing);
  bool isPlayingBack() const { return m_playback.isActive(); }
  /// Makes the step that is shown the present.
  void goOnFromHere();
  /// Makes the step before the present one the present.
  void stepBack();
  /// While steps are computed for that: gives it up, and the present stays what it was.
  void cancel();
  bool isComputing() const { return m_jumping; }
  /// Takes what came by now instead of waiting.
  void flush();

 public Q_SLOTS:
  void clear();
  /// Shows the present again.
  void followPresent();

 Q_SIGNALS:
  /// A past step is to be shown; null: the present again.
  void showFrame(std::shared_ptr<const gl::Frame> frame);
  void recordingChanged(bool recording);

 private:
  void build();
  QWidget* buildControls();
  QWidget* buildSettings();
  void connectSession();
  void goTo(long step);
  void playNext();
  void showShown();
  void updateControls();

  Session& m_session;
  // Shared with the simulation's thread, which may be about to use them when this goes.
  std::shared_ptr<TimelineFrames> m_frames;
  std::shared_ptr<TimelineCheckpoints> m_checkpoints;
  std::shared_ptr<std::atomic<bool>> m_recording = std::make_shared<std::atomic<bool>>(false);
  QMetaObject::Connection m_capture;
  QTimer m_refresh, m_playback;
  int m_shown = -1;  // -1: the present
  bool m_jumping = false;
  std::shared_ptr<TimelineCheckpoints::Way> m_way = std::make_shared<TimelineCheckpoints::Way>();
  long m_goal = 0;

  QToolButton* m_record = nullptr;
  QToolButton* m_first = nullptr;
  QToolButton* m_back = nullptr;
  QToolButton* m_play = nullptr;
  QToolButton* m_forward = nullptr;
  QToolButton* m_last = nullptr;
  QToolButton* m_goOn = nullptr;
  QToolButton* m_stepBack = nullptr;
  QToolButton* m_cancel = nullptr;
  QSlider* m_slider = nullptr;
  QLabel* m_where = nullptr;
  QLabel* m_status = nullptr;
  QSpinBox* m_memory = nullptr;
  QSpinBox* m_interval = nullptr;
};

}  // namespace sofa::gui
