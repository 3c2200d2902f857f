// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Timeline/VideoWriter.h"

#include <QFileInfo>
#include <QImage>
#include <QRegularExpression>
#include <QStandardPaths>

#include "Sofa/Helper/WriteAccess.h"

namespace sofa::gui {
namespace {

QString& programFolder() {
  static QString folder;
  return folder;
}

/// Pictures that may wait in memory for ffmpeg.
constexpr qint64 waitingPictures = 3;
constexpr int startMilliseconds = 5000, endMilliseconds = 20000;
constexpr int keptErrorBytes = 4000;

/// The last line of what ffmpeg said: why it gave up.
QString lastLine(const QByteArray& text) {
  const auto lines = QString::fromLocal8Bit(text).split(QRegularExpression("[\r\n]+"), Qt::SkipEmptyParts);
  for (const QString& line : lines)
    if (line.contains("No space left", Qt::CaseInsensitive)) return "No space left on the disk";
  return lines.isEmpty() ? QString("it gave no reason") : lines.back().trimmed();
}

}  // namespace

VideoWriter::VideoWriter(QObject* parent) : QObject(parent), m_process(this) {
  connect(&m_process, &QProcess::bytesWritten, this, [this] {
    if (hasRoom()) Q_EMIT roomAgain();
  });
  connect(&m_process, &QProcess::readyReadStandardError, this, [this] {
    m_errors += m_process.readAllStandardError();
    m_errors = m_errors.right(keptErrorBytes);
  });
  connect(&m_process, &QProcess::finished, this, &VideoWriter::ended);
  connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) ended();
  });
}

VideoWriter::~VideoWriter() {
  m_told = true;
  if (!isRunning()) return;
  m_process.closeWriteChannel();
  if (!m_process.waitForFinished(endMilliseconds)) m_process.kill();
}

void VideoWriter::setProgramFolder(const QString& folder) { programFolder() = folder; }

QString VideoWriter::program() {
  return QStandardPaths::findExecutable("ffmpeg",
                                        programFolder().isEmpty() ? QStringList() : QStringList(programFolder()));
}

bool VideoWriter::start(const QString& file, const Format& format, QString& reason) {
  const QString ffmpeg = program();
  if (ffmpeg.isEmpty()) {
    reason =
        "Films are written by the program ffmpeg, which is not installed. Install the package ffmpeg (for example "
        "\"sudo apt install ffmpeg\"), or record pictures instead.";
    return false;
  }
  if (const auto why = helper::whyLinkLeadsOut(file.toStdString()); !why.empty()) {
    reason = QString("%1 cannot be written: %2.").arg(file, QString::fromStdString(why));
    return false;
  }
  m_file = file;
  m_width = std::max(2, format.width / 2 * 2);
  m_height = std::max(2, format.height / 2 * 2);
  m_pictures = 0;
  m_errors.clear();
  m_finishing = m_told = false;
  QStringList words = {"-hide_banner",
                       "-loglevel",
                       "error",
                       "-y",
                       "-f",
                       "rawvideo",
                       "-pixel_format",
                       "rgba",
                       "-video_size",
                       QString("%1x%2").arg(m_width).arg(m_height),
                       "-framerate",
                       QString::number(format.rate, 'g', 10),
                       "-i",
                       "-",
                       "-c:v",
                       "libx264",
                       "-preset",
                       "veryfast",
                       "-crf",
                       "18",
                       "-pix_fmt",
                       "yuv420p",
                       "-g",
                       QString::number(std::max(1, static_cast<int>(format.rate)))};
  if (file.endsWith(".mkv", Qt::CaseInsensitive))
    words << "-f"
          << "matroska";
  else
    words << "-movflags"
          << "+frag_keyframe+empty_moov+default_base_moof"
          << "-f"
          << "mp4";
  words << "-flush_packets"
        << "1" << QFileInfo(file).absoluteFilePath();
  m_process.start(ffmpeg, words);
  if (m_process.waitForStarted(startMilliseconds)) return true;
  m_told = true;
  reason = QString("%1 cannot be started: %2.").arg(ffmpeg, m_process.errorString());
  return false;
}

bool VideoWriter::hasRoom() const {
  return isRunning() && !m_finishing && m_process.bytesToWrite() < waitingPictures * 4 * m_width * m_height;
}

void VideoWriter::add(const gl::Image& image, int times) {
  if (!isRunning() || m_finishing || image.empty()) return;
  QImage pixels(image.rgba.data(), image.width, image.height, 4 * image.width, QImage::Format_RGBA8888);
  if (image.width != m_width || image.height != m_height)
    pixels = pixels.scaled(m_width, m_height, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
                 .convertToFormat(QImage::Format_RGBA8888);
  const QByteArray bytes(reinterpret_cast<const char*>(pixels.constBits()), pixels.sizeInBytes());
  for (int i = 0; i < times; ++i) m_process.write(bytes);
  m_pictures += times;
}

void VideoWriter::finish() {
  if (!isRunning() || m_finishing) return;
  m_finishing = true;
  m_process.closeWriteChannel();  // once all is written
}

void VideoWriter::ended() {
  if (std::exchange(m_told, true)) return;
  m_errors += m_process.readAllStandardError();
  const bool good = m_finishing && m_process.exitStatus() == QProcess::NormalExit && m_process.exitCode() == 0;
  Q_EMIT finished(good
                      ? QString()
                      : QString("The film %1 ended after about %2 pictures: %3. What was written before can be played.")
                            .arg(m_file)
                            .arg(m_pictures)
                            .arg(lastLine(m_errors)));
}

}  // namespace sofa::gui
