#include "retrieval/index_fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "index/index_builder.h"
#include "retrieval/bm25_retriever.h"
#include "retrieval/dense_retriever.h"
#include "retrieval/sparse_retriever.h"
#include "tests/support/errors.h"
#include "tests/support/hits.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::documents_of;
using test::error_of;
using testing::ElementsAre;
using testing::HasSubstr;

/// An index on disk with one leg of each kind over three documents.
class IndexFields : public testing::Test {
 protected:
  IndexFields() {
    IndexOptions options;
    options.fields = {{FieldKind::bm25, "", "", "english", "", 0, false},
                      {FieldKind::sparse, "splade", "splade-model", "splade@1", "", 10, false},
                      {FieldKind::dense, "bge", "bge-model", "bge@1", "", 2, false}};
    IndexBuilder builder(folder_.path() / "index", options);
    const Analyzer analyzer("english");
    add(builder, analyzer, {"a", "", "tides and tidal waves"}, {{TermId(3)}, {1.0F}}, {1.0F, 0.0F});
    add(builder, analyzer, {"b", "", "the wave machine"}, {{TermId(3), TermId(7)}, {0.5F, 2.0F}},
        {0.6F, 0.8F});
    add(builder, analyzer, {"c", "", "nothing here"}, {{}, {}}, {0.0F, 1.0F});
    builder.commit();
    index_ = IndexReader::open(folder_.path() / "index");
  }

  static void add(IndexBuilder& builder, const Analyzer& analyzer, const Document& document,
                  const SparseVector& weights, const std::vector<float>& vector) {
    const auto terms = analyzer.terms(full_text(document));
    const std::vector<std::string_view> views(terms.begin(), terms.end());
    builder.add(document, views);
    builder.add_sparse("sparse:splade", weights);
    builder.add_dense("dense:bge", vector);
  }

  test::TemporaryFolder folder_;
  std::shared_ptr<const IndexReader> index_;
  ThreadPool pool_{2};
};

TEST_F(IndexFields, Bm25SearchesWithTheAnalyzerThatTheIndexStores) {
  const Bm25Retriever bm25(bm25_field(index_), {}, pool_);
  const auto hits = bm25.search("Waves!", 10);  // lower-cased, stemmed as the documents were
  ASSERT_EQ(hits.size(), 2U);
  EXPECT_EQ(index_->external_id(hits[0].document), "b");  // the shorter one
  EXPECT_EQ(index_->external_id(hits[1].document), "a");
}

TEST_F(IndexFields, SparseAndDenseSearchTheFieldOfTheirName) {
  const SparseRetriever sparse(sparse_field(index_, "sparse:splade"), nullptr, pool_, "sparse:splade");
  EXPECT_EQ(sparse.vocabulary_size(), 10U);
  const std::vector<SparseVector> query{{{TermId(3)}, {1.0F}}};
  const auto sparse_hits = sparse.search_encoded(query, 10).at(0);
  ASSERT_EQ(sparse_hits.size(), 2U);
  EXPECT_EQ(index_->external_id(sparse_hits[0].document), "a");
  const DenseRetriever dense(dense_field(index_, "dense:bge"), nullptr, pool_, "dense:bge");
  EXPECT_EQ(dense.dimension(), 2U);
  const auto dense_hits = dense.search_encoded(std::vector<float>{0.0F, 1.0F}, 2).at(0);
  ASSERT_EQ(dense_hits.size(), 2U);
  EXPECT_EQ(index_->external_id(dense_hits[0].document), "c");
  EXPECT_EQ(index_->external_id(dense_hits[1].document), "b");
}

TEST_F(IndexFields, AFieldKeepsItsSnapshotAlive) {
  const Bm25Retriever bm25(bm25_field(index_), {}, pool_);
  index_.reset();
  EXPECT_EQ(bm25.search("wave", 10).size(), 2U);
}

TEST_F(IndexFields, RefusesALegThatIsNotThereAndOneOfAnotherKind) {
  const Error missing = error_of([&] { dense_field(index_, "dense:other"); });
  EXPECT_EQ(missing.code(), ErrorCode::not_found);
  EXPECT_THAT(missing.what(), HasSubstr("dense:bge"));
  const Error other_kind = error_of([&] { dense_field(index_, "bm25"); });
  EXPECT_EQ(other_kind.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(other_kind.what(), HasSubstr("`bm25` is no dense leg"));
  EXPECT_EQ(error_of([&] { sparse_field(index_, "dense:bge"); }).code(), ErrorCode::invalid_argument);
  EXPECT_EQ(error_of([&] { bm25_field(index_, "sparse:splade"); }).code(), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace marrow
