// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QProcess>

#include "Sofa/GL/Device/Image.h"

namespace sofa::gui {

/// Writes a film through the program ffmpeg, which runs beside this one and takes the pictures as raw pixels.
///
/// The file is complete after every second or so: if the disk fills up, or the computer stops, what was written before
/// can be looked at (mp4 in fragments; mkv is so by itself).
class VideoWriter : public QObject {
  Q_OBJECT

 public:
  explicit VideoWriter(QObject* parent = nullptr);
  ~VideoWriter() override;

  /// Full name of the program; empty if there is none.
  static QString program();
  /// Looks for the program in this folder only; empty: where programs are.
  static void setProgramFolder(const QString& folder);

  struct Format {
    int width = 0, height = 0;  ///< made even, as h264 wants it
    double rate = 60;           ///< pictures per second
  };
  /// Begins a film; the ending of `file`, mp4 or mkv, says which kind. False, with a reason that names the remedy, if
  /// ffmpeg is not there or does not start.
  bool start(const QString& file, const Format& format, QString& reason);
  /// False: pictures come faster than ffmpeg takes them. roomAgain() tells when to go on.
  bool hasRoom() const;
  /// Adds a picture `times` times. Pictures of another size are scaled.
  void add(const gl::Image& image, int times = 1);
  /// Ends the film; finished() follows when the file is complete.
  void finish();
  bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
  long pictures() const { return m_pictures; }

 Q_SIGNALS:
  void roomAgain();
  /// The film has ended. With a reason: before its time, because ffmpeg failed, for example for want of disk space.
  void finished(const QString& reason);

 private:
  void ended();

  QProcess m_process;
  QString m_file;
  QByteArray m_errors;
  int m_width = 0, m_height = 0;
  long m_pictures = 0;
  bool m_finishing = false, m_told = false;
};

}  // namespace sofa::gui
