// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Timeline/RecorderFilm.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QPointer>
#include <QThreadPool>

#include "Sofa/GUI/Timeline/ExportFile.h"

namespace sofa::gui {
namespace {

constexpr int picturesAtOnce = 4;  ///< that are being compressed and written
constexpr int pictureDigits = 8, filmDigits = 4;

QByteArray pngOf(const gl::Image& image) {
  const QImage pixels(image.rgba.data(), image.width, image.height, 4 * image.width, QImage::Format_RGBA8888);
  QByteArray content;
  QBuffer buffer(&content);
  buffer.open(QIODevice::WriteOnly);
  pixels.convertToFormat(QImage::Format_RGB888).save(&buffer, "PNG");
  return content;
}

}  // namespace

RecorderFilm::RecorderFilm(Session& session, QObject* parent) : QObject(parent), m_session(session), m_video(this) {
  connect(&m_video, &VideoWriter::roomAgain, this, &RecorderFilm::drain);
  connect(&m_video, &VideoWriter::finished, this, [this](const QString& reason) {
    if (m_recording || !reason.isEmpty()) m_failure = reason;
    end(m_failure);
  });
  connect(&m_clock, &QTimer::timeout, this, &RecorderFilm::sample);
  // The frame that the signal is about, in the thread that made it, before it goes on to the next.
  m_capture = connect(
      &m_session, &Session::frameReady, &m_session,
      [queue = m_queue, &source = m_session] { queue->push(source.frame()); }, Qt::DirectConnection);
  connect(&m_session, &Session::frameReady, this, &RecorderFilm::drain);
}

RecorderFilm::~RecorderFilm() {
  disconnect(m_capture);
  if (m_recording) takeNoMore();
}

void RecorderFilm::takeNoMore() {
  m_recording = false;
  m_clock.stop();
  if (!m_settings.realTime) m_session.setCaptureEveryStep(false);
  m_queue->close();
}

bool RecorderFilm::start(const Settings& settings, QString& reason) {
  if (m_recording || m_video.isRunning() || m_writing > 0) {
    reason = "The last recording is not yet written.";
    return false;
  }
  if (!m_painter) {
    reason = "There is no view to record.";
    return false;
  }
  m_settings = settings;
  if (!QDir().mkpath(settings.folder)) {
    reason = QString("The folder %1 cannot be made.").arg(settings.folder);
    return false;
  }
  m_pictures = 0;
  m_failure.clear();
  if (settings.kind == Settings::Kind::pictures ? !startPictures(reason) : !startVideo(reason)) return false;
  m_recording = true;
  m_elapsed.start();
  if (settings.realTime) {
    m_clock.setTimerType(Qt::PreciseTimer);
    m_clock.start(std::max(1, 1000 / std::max(1, settings.rate)));
  } else {
    m_queue->open(settings.every);
    m_session.setCaptureEveryStep(true);
  }
  if (const auto frame = m_session.frame()) {
    m_queue->skipUpTo(frame->step);
    write(*frame, 1);
  }
  return true;
}

bool RecorderFilm::startPictures(QString& reason) {
  m_number = 0;
  m_file = numberedFile(m_settings.folder, m_settings.name, "png", pictureDigits, m_number);
  if (QFileInfo(m_settings.folder).isWritable()) return true;
  reason = QString("The folder %1 cannot be written to.").arg(m_settings.folder);
  return false;
}

bool RecorderFilm::startVideo(QString& reason) {
  int number = 1;
  const QString name = QString("%1_r%2").arg(m_settings.name).arg(m_settings.rate);
  m_file =
      numberedFile(m_settings.folder, name, m_settings.kind == Settings::Kind::mkv ? "mkv" : "mp4", filmDigits, number);
  return m_video.start(m_file, {m_settings.width, m_settings.height, static_cast<double>(m_settings.rate)}, reason);
}

bool RecorderFilm::canTake() const {
  return m_settings.kind == Settings::Kind::pictures ? m_writing < picturesAtOnce : m_video.hasRoom();
}

/// Draws what waits, as far as there is room.
void RecorderFilm::drain() {
  if (!m_recording || m_settings.realTime || std::exchange(m_draining, true)) return;
  while (m_recording && canTake()) {
    const auto frame = m_queue->pop();
    if (!frame) break;
    write(*frame, 1);
  }
  m_draining = false;
}

/// What is seen now, as often as the time that went by since the last picture asks for.
void RecorderFilm::sample() {
  const long due = m_elapsed.elapsed() * m_settings.rate / 1000 + 1;
  const int times = static_cast<int>(std::min<long>(due - m_pictures, m_settings.rate));
  const auto frame = m_session.frame();
  if (times <= 0 || !frame || !canTake()) return;
  write(*frame, m_settings.kind == Settings::Kind::pictures ? 1 : times);
}

void RecorderFilm::write(const gl::Frame& frame, int times) {
  gl::Image image = m_painter(frame, m_settings.width, m_settings.height);
  if (image.empty()) {
    m_failure = "The view could not be drawn.";
    return stop();
  }
  m_pictures += times;
  if (m_settings.kind == Settings::Kind::pictures)
    savePicture(std::move(image));
  else
    m_video.add(image, times);
  Q_EMIT progressed();
}

/// Compresses and writes in another thread: that takes longer than drawing.
void RecorderFilm::savePicture(gl::Image image) {
  m_file = numberedFile(m_settings.folder, m_settings.name, "png", pictureDigits, m_number);
  ++m_number;
  ++m_writing;
  QThreadPool::globalInstance()->start([film = QPointer<RecorderFilm>(this), file = m_file, image = std::move(image)] {
    QString reason;
    writeWholeFile(file, pngOf(image), reason);
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [film, reason] {
          if (!film) return;
          --film->m_writing;
          if (!reason.isEmpty() && film->m_failure.isEmpty()) {
            film->m_failure = reason + " The recording stops; the pictures before are complete.";
            film->stop();
          }
          film->drain();
          film->endIfWritten();
        },
        Qt::QueuedConnection);
  });
}

void RecorderFilm::stop() {
  if (!m_recording) return;
  std::vector<std::shared_ptr<const gl::Frame>> waiting;
  while (auto frame = m_queue->pop()) waiting.push_back(std::move(frame));
  takeNoMore();
  for (const auto& frame : waiting)
    if (m_failure.isEmpty()) write(*frame, 1);
  if (m_settings.kind == Settings::Kind::pictures)
    endIfWritten();
  else
    m_video.finish();
}

void RecorderFilm::endIfWritten() {
  if (!m_recording && m_writing == 0 && m_settings.kind == Settings::Kind::pictures) end(m_failure);
}

void RecorderFilm::end(const QString& reason) {
  if (m_recording) takeNoMore();  // ffmpeg gave up
  Q_EMIT stopped(reason);
}

}  // namespace sofa::gui
