#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "index/index_check.h"
#include "index/index_folder.h"
#include "index/index_reader.h"
#include "tests/index/forged_file.h"
#include "tests/index/interrogate.h"
#include "tests/index/small_index.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace marrow::test {

/// The tiny index on the disk, to be damaged, and what it answered before.
class DamagedIndex : public testing::Test {
 protected:
  void SetUp() override {
    build_small_index(index);
    answer = interrogate(IndexReader(index));
    names = list_folder(index).files;
  }

  void write(const std::string& name, const std::string& bytes) const {
    folder.write("index/" + name, bytes);
  }

  /// Changes one byte in place: rewriting a file makes some file systems wait for the disk.
  void poke(const std::string& name, std::size_t at, char byte) const {
    std::fstream file(index / name, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(at));
    file.put(byte);
    ASSERT_TRUE(file.flush());
  }

  /// Fails unless the index as it is now is refused as corrupt naming `name`, or answers rightly;
  /// and unless a full check finds the damage.
  void expect_found_or_harmless(const std::string& name, const std::string& what) const {
    std::string now;
    const Error error = error_of([&] { now = interrogate(IndexReader(index)); });
    if (now.empty()) {
      EXPECT_EQ(error.code(), ErrorCode::corrupt_index) << what << ": " << error.what();
      EXPECT_THAT(error.what(),
                  testing::AnyOf(testing::HasSubstr(name + " at "), testing::HasSubstr(name + ": ")))
          << what;
    } else {
      EXPECT_EQ(now, answer) << what;
    }
    EXPECT_THAT(check_index(index).problems, testing::Not(testing::IsEmpty())) << what;
  }

  /// Flips `bits` of every byte of every file, one at a time: bit (place + 0), …, (place + bits - 1) mod 8.
  void flip_every_byte(std::size_t bits) const {
    for (const std::string& name : names) {
      const std::string bytes = read_all(index / name);
      for (std::size_t place = 0; place < bytes.size() * bits; ++place) {
        const std::size_t at = place / bits;
        poke(name, at, static_cast<char>(bytes[at] ^ (1 << ((at + place % bits) % 8))));
        expect_found_or_harmless(name, name + ", byte " + std::to_string(at));
        poke(name, at, bytes[at]);
      }
    }
  }

  /// Alters payloads at random in `rounds` indexes, makes every checksum right, and asks everything.
  /// How many of them were refused; the rest answered something.
  std::size_t refused_forgeries(std::uint64_t seed, int rounds) const {
    std::mt19937_64 random(seed);
    const Manifest manifest = read_manifest(index, 1);
    const SegmentEntry& entry = manifest.segments.front();
    std::vector<std::string> files;
    for (const FileEntry& file : entry.files)
      files.push_back(read_all(index / segment_file_name(entry.number, file)));
    std::size_t refused = 0;
    for (int round = 0; round < rounds; ++round) {
      const std::size_t victim = random() % files.size();
      std::string forged = files[victim];
      for (std::size_t changes = 1 + random() % 3; changes > 0; --changes) alter_payload(forged, random);
      seal(forged);
      const Error error = error_of([&] {
        std::vector<IndexFile> opened;
        for (std::size_t i = 0; i < files.size(); ++i) {
          opened.push_back(open_bytes(i == victim ? forged : files[i], entry.files[i].kind));
        }
        Interrogation interrogation(manifest.fields);
        interrogation.segment(Segment(std::move(opened), entry, manifest.fields));
      });
      if (error.code() == ErrorCode::corrupt_index) ++refused;
    }
    return refused;
  }

  TemporaryFolder folder;
  std::filesystem::path index = folder / "index";
  std::string answer;
  std::vector<std::string> names;

 private:
  /// One byte, or a whole number set to an extreme one.
  static void alter_payload(std::string& bytes, std::mt19937_64& random) {
    constexpr std::uint64_t kExtremes[] = {0,         1, 4, 0x7FFFFFFF, 0xFFFFFFFF, std::uint64_t{1} << 40,
                                           UINT64_MAX};
    const std::size_t payload = Parts(bytes).metadata - sizeof(format::Header);
    const std::size_t at = sizeof(format::Header) + random() % (payload / 4) * 4;
    const std::uint64_t extreme = kExtremes[random() % std::size(kExtremes)];
    if (random() % 2 == 0) {
      bytes[at + random() % 4] = static_cast<char>(random());
    } else if (at % 8 == 0) {
      write_at(bytes, at, extreme);
    } else {
      write_at(bytes, at, static_cast<std::uint32_t>(extreme));
    }
  }
};

}  // namespace marrow::test
