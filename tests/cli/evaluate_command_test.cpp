#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/json.h"
#include "tests/cli/run_marrow.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace marrow {
namespace {

using test::run_marrow;
using test::TemporaryFolder;
using testing::HasSubstr;
using testing::StartsWith;

/// Two queries, one answered; a run id that shows in trec_eval's layout.
struct Example {
  TemporaryFolder folder;

  Example() {
    folder.write("qrels.txt", "q1 0 a 1\nq1 0 b 0\nq2 0 c 1\n");
    folder.write("a.run", "q1 Q0 b 1 2.0 tag\nq1 Q0 a 2 1.0 tag\n");
    folder.write("b.run", "q1 Q0 a 1 2.0 other\nq2 Q0 c 1 1.0 other\n");
  }

  ProcessResult evaluate(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "evaluate");
    return run_marrow(std::move(arguments), folder.path());
  }
};

TEST(EvaluateCommand, PrintsATableAndWhatItRestsOn) {
  const Example example;
  const auto result = example.evaluate({"--qrels", "qrels.txt", "--run", "a.run", "--measures", "AP,num_q"});
  EXPECT_EQ(result.exit_status, 0) << result.output;
  EXPECT_EQ(result.output,
            "measure      a.run\n"
            "AP         0.25000\n"
            "num_q            2\n"
            "RR@10      0.25000\n"
            "R@10       0.50000\n"
            "Judged@10  0.50000\n"
            "RR         0.25000\n"
            "\n"
            "gain: none; relevant from grade 1\n"
            "order: score descending, then document id descending by bytes; 0 queries are tied at rank 10\n"
            "as trec_eval 9: scores in single precision, recall levels truncated\n"
            "mean over 2 queries: every judged one; 1 without hits counts 0; 0 in the run without judgements "
            "ignored\n"
            "judged documents unknown to the corpus: not checked\n");
}

TEST(EvaluateCommand, ComparesFurtherRunsWithTheFirst) {
  const Example example;
  const auto result =
      example.evaluate({"--qrels", "qrels.txt", "--run", "a.run", "b.run", "--measures", "AP"});
  EXPECT_EQ(result.exit_status, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("measure      a.run    b.run\nAP         0.25000  1.00000\n"));
  EXPECT_THAT(result.output, HasSubstr("b.run against a.run, paired over 2 queries\n"));
  EXPECT_THAT(
      result.output,
      HasSubstr(
          "measure    difference  95% interval          t-test p  randomisation p  wins  ties  losses\n"
          "AP           +0.75000  +0.50000 to +1.00000    0.2048  0.5000 exact        2     0       0\n"));
}

TEST(EvaluateCommand, PrintsEveryQueryWhenAsked) {
  const Example example;
  const auto result = example.evaluate(
      {"--qrels", "qrels.txt", "--run", "a.run", "--measures", "AP,relstring", "--per-query"});
  EXPECT_THAT(result.output, StartsWith("a.run\nquery       AP"));
  EXPECT_THAT(result.output, HasSubstr("\nq1     0.50000"));
  EXPECT_THAT(result.output, HasSubstr("01\n"));
  EXPECT_THAT(result.output, HasSubstr("\nq2     0.00000"));
}

TEST(EvaluateCommand, WritesJsonInsteadOfTheTableOrIntoAFileBesideIt) {
  const Example example;
  const std::vector<std::string> arguments = {"--qrels", "qrels.txt",  "--run", "a.run",
                                              "b.run",   "--measures", "AP",    "--json"};
  const Json printed = parse_json(example.evaluate(arguments).output, "output");
  EXPECT_EQ(printed["results"][0]["measures"]["AP"], 0.25);
  EXPECT_EQ(printed["results"][1]["dataset"], "qrels.txt");
  EXPECT_EQ(printed["results"][1]["stage"], "b.run");
  EXPECT_EQ(printed["results"][1]["run_id"], "other");
  EXPECT_EQ(printed["results"][0]["judged_unknown_to_corpus"], "not checked");
  EXPECT_EQ(printed["comparisons"][0]["measures"][0]["wins"], 2);

  std::vector<std::string> to_file = arguments;
  to_file.emplace_back("result.json");
  EXPECT_THAT(example.evaluate(to_file).output, StartsWith("measure"));
  EXPECT_EQ(read_json_file(example.folder / "result.json"), printed);
}

TEST(EvaluateCommand, ReadsJudgementsOfEveryLayoutByTheirContent) {
  const Example example;
  example.folder.write("test.tsv", "query-id\tcorpus-id\tscore\nq1\ta\t1\nq1\tb\t0\nq2\tc\t1\n");
  example.folder.write("qrels.jsonl",
                       "{\"query_id\": \"q1\", \"relevant_doc_ids\": [\"a\"]}\n"
                       "{\"query_id\": \"q2\", \"relevant_doc_ids\": [\"c\"]}\n");
  for (const char* const qrels : {"qrels.txt", "test.tsv", "qrels.jsonl"}) {
    const auto result = example.evaluate({"--qrels", qrels, "--run", "a.run", "--measures", "AP"});
    EXPECT_THAT(result.output, HasSubstr("AP         0.25000\n")) << qrels << result.output;
  }
}

TEST(EvaluateCommand, ReadsARunFromStandardInput) {
  const Example example;
  const std::string command =
      "'" + test::kMarrow + "' evaluate --qrels qrels.txt --run - --measures AP <b.run";
  const ProcessResult result = run_process(
      {.arguments = {"sh", "-c", command}, .environment = {}, .folder = example.folder.path(), .poll = {}});
  EXPECT_THAT(result.output, HasSubstr("AP         1.00000\n"));
}

TEST(EvaluateCommand, CountsJudgedDocumentsThatTheCorpusLacks) {
  const Example example;
  example.folder.write("corpus.jsonl", "{\"_id\": \"a\", \"title\": \"\", \"text\": \"x\"}\n");
  example.folder.write("folder/corpus.jsonl",
                       "{\"_id\": \"a\", \"text\": \"x\"}\n{\"_id\": \"c\", \"text\": \"y\"}\n");
  const auto unknown = [&](const char* corpus) {
    return example.evaluate({"--qrels", "qrels.txt", "--run", "a.run", "--corpus", corpus}).output;
  };
  EXPECT_THAT(unknown("corpus.jsonl"), HasSubstr("judged documents unknown to the corpus: 2\n"));
  EXPECT_THAT(unknown("folder"), HasSubstr("judged documents unknown to the corpus: 1\n"));
}

TEST(EvaluateCommand, AsTrecEvalItPrintsThatToolsLayoutOnly) {
  const Example example;
  example.folder.write("classic.run", "q1 Q0 b x 2.0 tag more words\nq1 Q0 a y 1.0z tag\n");
  const auto result = example.evaluate({"--qrels", "qrels.txt", "--run", "classic.run", "--format",
                                        "trec_eval", "--measures", "runid,num_q,map,P.1"});
  EXPECT_EQ(result.output,
            "runid                 \tall\ttag\n"
            "num_q                 \tall\t1\n"
            "map                   \tall\t0.5000\n"
            "P_1                   \tall\t0.0000\n");
  const auto complete = example.evaluate({"--qrels", "qrels.txt", "--run", "classic.run", "--format",
                                          "trec_eval", "--measures", "map", "--mean", "judged"});
  EXPECT_EQ(complete.output, "map                   \tall\t0.2500\n");
}

TEST(EvaluateCommand, EqualsTrecEvalOnItsOwnFiles) {
  const auto nist = test::shared_folder() / "golden/trec_eval/nist_trec_eval";
  MARROW_REQUIRE_FILE(nist);
  const std::vector<std::string> common = {"evaluate", "--format", "trec_eval", "--trec-eval", "10"};
  const auto printed = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), common.begin(), common.end());
    return run_marrow(arguments, nist).output;
  };
  EXPECT_EQ(printed({"--qrels", "qrels.test", "--run", "results.test"}), test::read_all(nist / "out.test"));
  EXPECT_EQ(printed({"--qrels", "qrels.test", "--run", "results.trunc", "--measures", "all_trec",
                     "--per-query", "--mean", "judged", "--max-hits", "100"}),
            test::read_all(nist / "out.test.aqcM"));
  EXPECT_EQ(printed({"--qrels", "qrels.rel_level", "--run", "results.test", "--measures",
                     "all_trec,relstring.20", "--per-query", "--relevance-level", "2"}),
            test::read_all(nist / "out.test.aql"));
}

TEST(EvaluateCommand, BadRequestsAndBadFilesSayWhatIsWrong) {
  const Example example;
  example.folder.write("empty.txt", "\n");
  example.folder.write("shifted.run", "q1 Q0 doc 7 1 3.2 tag\n");
  example.folder.write("foreign.run", "x Q0 a 1 1.0 tag\n");
  const auto refused = [&](std::vector<std::string> arguments, int exit_status) {
    const ProcessResult result = example.evaluate(std::move(arguments));
    EXPECT_EQ(result.exit_status, exit_status);
    EXPECT_THAT(result.output, StartsWith("marrow: "));
    return result.output;
  };
  EXPECT_THAT(refused({"--qrels", "qrels.txt", "--run", "shifted.run"}, 2),
              HasSubstr("shifted.run:1:1: expected 6 fields"));
  EXPECT_THAT(refused({"--qrels", "qrels.txt", "--run", "nowhere.run"}, 3), HasSubstr("nowhere.run"));
  EXPECT_THAT(refused({"--qrels", "empty.txt", "--run", "a.run"}, 2),
              HasSubstr("empty.txt: no judgements in it"));
  EXPECT_THAT(refused({"--qrels", "qrels.txt", "--run", "a.run", "--measures", "nDCF@10"}, 2),
              HasSubstr("did you mean `nDCG@10`?"));
  EXPECT_THAT(refused({"--qrels", "qrels.txt", "--run", "foreign.run", "--mean", "intersection"}, 2),
              HasSubstr("foreign.run: none of its queries has judgements in qrels.txt"));
  EXPECT_THAT(refused({"--qrels", "qrels.txt", "--run", "a.run", "b.run", "--format", "trec_eval"}, 2),
              HasSubstr("prints one run"));
  EXPECT_THAT(refused({"--qrels", "-", "--run", "-"}, 2), HasSubstr("standard input (-) can be only one"));
  const auto foreign = example.evaluate({"--qrels", "qrels.txt", "--run", "foreign.run"});
  EXPECT_EQ(foreign.exit_status, 0);
  EXPECT_THAT(foreign.output, HasSubstr("answers none of the judged queries; do the query ids agree?"));
}

/// The fenced block of docs/evaluation.md whose first line is "```text NAME"; the last block when NAME is
/// empty.
std::string block_of(const std::string& document, const std::string& name) {
  const std::string opening = name.empty() ? "```text\n$ marrow evaluate" : "```text " + name + '\n';
  const std::size_t at = document.find(opening);
  if (at == std::string::npos) return {};
  const std::size_t begin = document.find('\n', at) + 1;
  return document.substr(begin, document.find("```", begin) - begin);
}

TEST(EvaluateCommand, TheExampleInTheDocumentationIsWhatItPrints) {
  const std::string document =
      test::read_all(std::filesystem::path(MARROW_SOURCE_DIR) / "docs/evaluation.md");
  const TemporaryFolder folder;
  for (const std::string name : {"qrels.txt", "a.run", "b.run"}) {
    ASSERT_NE(block_of(document, name), "") << name;
    folder.write(name, block_of(document, name));
  }
  const std::string session = block_of(document, "");
  const auto result = run_marrow(
      {"evaluate", "--qrels", "qrels.txt", "--run", "a.run", "b.run", "--measures", "nDCG@10,nDCGexp@10,AP"},
      folder.path());
  EXPECT_EQ("$ marrow evaluate --qrels qrels.txt --run a.run b.run --measures nDCG@10,nDCGexp@10,AP\n" +
                result.output,
            session);
}

}  // namespace
}  // namespace marrow
