// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Helper/Results.h"

namespace sofa::component::playback {

/// What components share that write blocks into a text file at chosen times, at the begin of a step
/// (docs/manual/scenes.md, "Recorded states").
class TimedWriter : public core::Component {
  template <class T>
  using Data = core::Data<T>;

 public:
  TimedWriter();

  Data<std::string> d_filename{
      this, "filename", "", "file to write; compressed if its name ends in .gz", {.required = true}};
  Data<std::vector<double>> d_time{this, "time", {}, "times to write at; with a period, when to begin (s)"};
  Data<double> d_period{this, "period", 0.0, "time between two blocks (s)"};

  void init() override;
  void reset() override { m_next = 0; }
  void cleanup() override { m_output.reset(); }
  void handleEvent(core::Event& event) override;
  /// When to write next, and how much was written: a resumed run keeps that much of the file and goes on behind it.
  void archive(core::Archive& archive) override;

 protected:
  /// What follows the line with the time.
  virtual void appendBlock(std::string& text) = 0;
  /// False if writing is over for now.
  virtual bool goesOn(double) { return true; }
  bool isCompressed() const { return d_filename.value().ends_with(".gz"); }

 private:
  /// False after a message if nothing can be written. The file itself is made with the first block.
  bool prepareFile();
  /// False after an error message if the times make no sense.
  bool planTimes();
  /// Whether the next time to write at has come; it then is the one after.
  bool isDue(double time);
  void write(double time);
  /// Takes so many characters of the file of the run that this one goes on from.
  void takeEarlier(std::uint64_t count);

  std::unique_ptr<helper::ResultStream> m_output;
  std::vector<double> m_times;  // to write at, before the period takes over
  double m_period = 0;          // 0: only at m_times
  std::size_t m_next = 0;
  double m_nextPeriodic = 0;
  std::string m_block;
  std::uint64_t m_written = 0;  // characters, before they are compressed
  std::string m_earlier;        // what the next block is written behind, from an earlier run
};

}  // namespace sofa::component::playback
