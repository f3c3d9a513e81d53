#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/doc_store_writer.h"
#include "index/index_check.h"
#include "index/index_folder.h"
#include "index/index_reader.h"
#include "index/postings_builder.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

/// An index of several segments. The builder writes one; here two are put together by hand.
namespace marrow {
namespace {

using test::error_of;
using test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Entry {
  Document document;
  std::uint64_t sequence;
  std::vector<std::string_view> terms;
};

SegmentEntry write_segment(const std::filesystem::path& folder, std::uint64_t number,
                           const std::vector<Entry>& entries) {
  SegmentEntry segment;
  segment.number = number;
  segment.document_count = segment.unit_count = static_cast<std::uint32_t>(entries.size());
  segment.files = expected_files(std::vector<Field>(1));
  DocStoreWriter documents(folder / segment_file_name(number, segment.files[0]), TextStorage::plain);
  PostingsBuilder postings;
  for (const Entry& entry : entries) {
    const UnitRange whole{0, static_cast<std::uint32_t>(full_text(entry.document).size())};
    documents.add(entry.document, Sequence(entry.sequence), std::vector<UnitRange>{whole});
    postings.add_unit(entry.terms);
  }
  segment.files[0].identity = documents.finish();
  segment.files[1].identity = postings.write(folder / segment_file_name(number, segment.files[1]));
  return segment;
}

Manifest two_segments(const std::filesystem::path& folder, const std::vector<Entry>& second) {
  Manifest manifest;
  manifest.generation = 3;
  manifest.next_sequence = 50;
  manifest.fields.resize(1);
  manifest.segments.push_back(
      write_segment(folder, 4, {{{"a", "", "tide"}, 7, {"tide"}}, {{"b", "", ""}, 9, {}}}));
  manifest.segments.push_back(write_segment(folder, 11, second));
  write_manifest(folder, manifest);
  return manifest;
}

TEST(Segments, AnswerTogether) {
  const TemporaryFolder folder;
  two_segments(folder.path(), {{{"c", "", "tide sea"}, 30, {"tide", "sea", "sea"}}});
  const IndexReader reader(folder.path());
  EXPECT_EQ(reader.segments().size(), 2U);
  EXPECT_EQ(reader.document_count(), 3U);
  EXPECT_EQ(reader.unit_count(), 3U);
  EXPECT_EQ(reader.find("c"), Sequence(30));
  EXPECT_EQ(reader.find("a"), Sequence(7));
  EXPECT_EQ(reader.document(Sequence(30)).text, "tide sea");
  EXPECT_EQ(reader.external_id(Sequence(9)), "b");
  EXPECT_EQ(reader.document_frequency("tide"), 2U);
  EXPECT_EQ(reader.document_frequency("sea"), 1U);
  EXPECT_EQ(reader.bm25_statistics().unit_count, 3U);
  EXPECT_EQ(reader.bm25_statistics().sum_of_lengths, 4U);
  EXPECT_EQ(error_of([&] { reader.document(Sequence(8)); }).code(), ErrorCode::not_found);
  EXPECT_THAT(check_index(folder.path()).problems, IsEmpty());
}

TEST(Segments, WithTheSameDocumentTwiceAreNotSound) {
  const TemporaryFolder folder;
  two_segments(folder.path(), {{{"b", "", ""}, 30, {}}});
  EXPECT_THAT(check_index(folder.path()).problems, ElementsAre(HasSubstr("document `b` or its sequence 9")));
}

TEST(Segments, WithTheSameSequenceTwiceAreNotSound) {
  const TemporaryFolder folder;
  two_segments(folder.path(), {{{"c", "", ""}, 7, {}}});
  EXPECT_THAT(check_index(folder.path()).problems, ElementsAre(HasSubstr("document `a` or its sequence 7")));
}

TEST(Segments, WithASequenceThatTheManifestHasNotGivenAreNotSound) {
  const TemporaryFolder folder;
  two_segments(folder.path(), {{{"c", "", ""}, 50, {}}});
  EXPECT_THAT(check_index(folder.path()).problems,
              ElementsAre(HasSubstr("has sequence 50, expected below 50")));
}

TEST(Segments, WithAUnitBeyondItsTextAreNotSound) {
  const TemporaryFolder folder;
  Manifest manifest = two_segments(folder.path(), {});
  SegmentEntry& segment = manifest.segments.emplace_back(write_segment(folder.path(), 12, {}));
  DocStoreWriter documents(folder / segment_file_name(12, segment.files[0]), TextStorage::plain);
  documents.add({"d", "", "text"}, Sequence(40), std::vector<UnitRange>{{2, 5}});
  PostingsBuilder postings;
  postings.add_unit({});
  segment.document_count = segment.unit_count = 1;
  segment.files[0].identity = documents.finish();
  segment.files[1].identity = postings.write(folder / segment_file_name(12, segment.files[1]));
  write_manifest(folder.path(), manifest);
  EXPECT_THAT(check_index(folder.path()).problems,
              ElementsAre(HasSubstr("document `d` has a unit beyond its text of 4 bytes")));
  EXPECT_EQ(error_of([&] { IndexReader(folder.path()).unit_text(Sequence(40), 0); }).code(),
            ErrorCode::corrupt_index);
}

TEST(Segments, ThatTheManifestCountsOtherwiseAreRefused) {
  const TemporaryFolder folder;
  const Manifest manifest = two_segments(folder.path(), {});
  const auto message_after = [&](auto change) {
    Manifest changed = manifest;
    change(changed);
    write_manifest(folder.path(), changed);
    return std::string(error_of([&] { IndexReader reader(folder.path()); }).what());
  };
  EXPECT_THAT(message_after([](auto& m) { m.segments[0].document_count = 3; }),
              HasSubstr("2 documents, the manifest says 3"));
  EXPECT_THAT(message_after([](auto& m) { m.segments[0].unit_count = 3; }),
              HasSubstr("2 units, the manifest says 3"));
  EXPECT_THAT(message_after([](auto& m) { m.fields[0].kind = FieldKind::dense, m.fields[0].width = 2; }),
              HasSubstr("the file is missing"));
}

TEST(IndexFolder, KnowsItsOwnFilesByTheirNames) {
  const TemporaryFolder folder;
  for (const char* name :
       {"MANIFEST-2", "MANIFEST-10", "MANIFEST-3.tmp", "MANIFEST-01", "MANIFEST-", "MANIFEST-x",
        "segment-7.documents", "segment-8.vectors-0.tmp", "segment-5.impacts8-12", "segment-5.other",
        "segment-5.vectors-", "segment-5.vectors-00", "MANIFEST-99999999999999999999", "notes"}) {
    folder.write(name, "");
  }
  const FolderContent content = list_folder(folder.path());
  EXPECT_THAT(content.generations, ElementsAre(10U, 2U));
  EXPECT_EQ(content.last_segment, 8U);
  EXPECT_THAT(content.files,
              ElementsAre("MANIFEST-10", "MANIFEST-2", "MANIFEST-3.tmp", "segment-5.impacts8-12",
                          "segment-7.documents", "segment-8.vectors-0.tmp"));
  EXPECT_THAT(content.foreign,
              ElementsAre("MANIFEST-", "MANIFEST-01", "MANIFEST-99999999999999999999", "MANIFEST-x", "notes",
                          "segment-5.other", "segment-5.vectors-", "segment-5.vectors-00"));
}

}  // namespace
}  // namespace marrow
