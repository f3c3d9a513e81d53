#include "io/digest.h"

#include <gtest/gtest.h>

#include "marrow/error.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

// The published values of "" and "abc" (RFC 1321; FIPS 180-4, examples).
TEST(Digest, GivesThePublishedValues) {
  EXPECT_EQ(digest_of(DigestKind::md5, ""), "d41d8cd98f00b204e9800998ecf8427e");
  EXPECT_EQ(digest_of(DigestKind::md5, "abc"), "900150983cd24fb0d6963f7d28e17f72");
  EXPECT_EQ(digest_of(DigestKind::sha1, "abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(digest_of(DigestKind::sha256, ""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(digest_of(DigestKind::sha256, "abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Digest, SaysItsNameAndItsLength) {
  for (const DigestKind kind : {DigestKind::md5, DigestKind::sha1, DigestKind::sha256}) {
    EXPECT_EQ(digest_of(kind, "").size(), digit_count(kind)) << name_of(kind);
  }
  EXPECT_EQ(name_of(DigestKind::sha256), "SHA-256");
}

TEST(Digest, DoesNotDependOnThePiecesItIsFed) {
  Digest digest(DigestKind::sha256);
  for (const char* const piece : {"", "a", "b", "", "c"}) digest.update(piece);
  EXPECT_EQ(digest.finish(), digest_of(DigestKind::sha256, "abc"));
}

TEST(Digest, ReadsAFileAndSaysWhenThereIsNone) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(digest_of_file(DigestKind::sha1, folder.write("f", "abc")), digest_of(DigestKind::sha1, "abc"));
  EXPECT_EQ(digest_of_file(DigestKind::sha1, folder.write("empty", "")), digest_of(DigestKind::sha1, ""));
  EXPECT_EQ(test::error_of([&] { digest_of_file(DigestKind::md5, folder / "absent"); }).code(),
            ErrorCode::not_found);
}

}  // namespace
}  // namespace marrow
