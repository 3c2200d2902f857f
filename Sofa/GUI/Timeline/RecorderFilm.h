// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <atomic>

#include "Sofa/GUI/Session/Session.h"
#include "Sofa/GUI/Timeline/RecorderQueue.h"
#include "Sofa/GUI/Timeline/VideoWriter.h"

namespace sofa::gui {

/// Draws a frame as a picture of any size, in the interface's thread.
using FramePainter = std::function<gl::Image(const gl::Frame& frame, int width, int height)>;

/// A recording in progress: pictures of a session's steps, as a film or as numbered files.
class RecorderFilm : public QObject {
  Q_OBJECT

 public:
  struct Settings {
    QString folder, name;  ///< NAME_########.png, or NAME_rRATE_####.mp4
    enum class Kind { mp4, mkv, pictures } kind = Kind::mp4;
    int width = 1280, height = 720;
    int rate = 60;          ///< pictures per second
    bool realTime = false;  ///< what the screen shows, by the clock; else every k-th step
    int every = 1;          ///< k
  };

  explicit RecorderFilm(Session& session, QObject* parent = nullptr);
  ~RecorderFilm() override;
  void setPainter(FramePainter painter) { m_painter = std::move(painter); }

  /// False with a reason if there is nothing to draw with, the folder cannot be made or written, or ffmpeg is not
  /// there.
  bool start(const Settings& settings, QString& reason);
  /// Takes no more; what is on its way is still written, then stopped() comes.
  void stop();
  bool isRecording() const { return m_recording; }
  long pictures() const { return m_pictures; }
  /// The film, or the last picture.
  const QString& file() const { return m_file; }
  const Settings& settings() const { return m_settings; }

 Q_SIGNALS:
  void progressed();
  /// The recording is complete. With a reason: it ended before its time.
  void stopped(const QString& reason);

 private:
  bool startPictures(QString& reason);
  bool startVideo(QString& reason);
  void drain();
  bool canTake() const;
  void sample();
  void write(const gl::Frame& frame, int times);
  void savePicture(gl::Image image);
  void end(const QString& reason);
  void endIfWritten();
  /// Ends what start() began.
  void takeNoMore();

  Session& m_session;
  FramePainter m_painter;
  Settings m_settings;
  std::shared_ptr<RecorderQueue> m_queue = std::make_shared<RecorderQueue>();
  QMetaObject::Connection m_capture;
  VideoWriter m_video;
  QTimer m_clock;
  QElapsedTimer m_elapsed;
  bool m_recording = false, m_draining = false;
  long m_pictures = 0;
  QString m_file;
  int m_number = 0;
  int m_writing = 0;  // pictures that other threads write now
  QString m_failure;
};

}  // namespace sofa::gui
