// What is known of each public collection. Figures are nDCG@10 on the test split.
// Sources: Pyserini's reproduction table for BEIR (two-click reproductions) and the MTEB results
// repository; BEIR's list of archives for the MD5 sums; each set's own page for its
// licence, "not read" where that page was not read.

#include <array>

#include "corpus/datasets.h"

namespace marrow {
namespace {

constexpr std::array kSciFactFigures = {
    DatasetFigure{"bm25",
                  "0.6789 nDCG@10 (R@100 0.9253): Pyserini's BEIR table, condition bm25-flat (k1 0.9, b "
                  "0.4, one field); no model; data BEIR v1.0.0"},
    DatasetFigure{"splade-cocondenser-ensembledistil",
                  "0.7036 nDCG@10 (R@100 0.9353): Pyserini's BEIR table, condition splade-pp-ed; model "
                  "naver/splade-cocondenser-ensembledistil, revision not stated; data BEIR v1.0.0"},
    DatasetFigure{"all-MiniLM-L6-v2",
                  "0.64508 nDCG@10 (R@10 0.78333, R@100 0.92500): MTEB results repository, task SciFact "
                  "(mteb 1.12.75); model "
                  "sentence-transformers/all-MiniLM-L6-v2@8b3219a92973c328a8e22fadcfa821b5dc75636a; data "
                  "revision 0228b52cf27578f30900b9e5271d331663a030d7"},
    DatasetFigure{"bge-small-en-v1.5",
                  "0.71273 nDCG@10 (R@10 0.83622, R@100 0.94500): MTEB results repository, task SciFact "
                  "(mteb 1.20.0); model BAAI/bge-small-en-v1.5@5c38ec7c405ec4b44b94cc5a9bb96e735b38267a; "
                  "data revision 0228b52cf27578f30900b9e5271d331663a030d7"},
    DatasetFigure{"bge-base-en-v1.5",
                  "0.74345 nDCG@10 (R@10 0.87422, R@100 0.96267): MTEB results repository, task SciFact "
                  "(mteb 1.20.0); model BAAI/bge-base-en-v1.5@a5beb1e3e68b9ab74eb54cfd186867f64f240e1a; "
                  "data revision 0228b52cf27578f30900b9e5271d331663a030d7"},
};

constexpr std::array kNfCorpusFigures = {
    DatasetFigure{"bm25",
                  "0.3218 nDCG@10 (R@100 0.2457): Pyserini's BEIR table, condition bm25-flat (k1 0.9, b "
                  "0.4, one field); no model; data BEIR v1.0.0"},
    DatasetFigure{"splade-cocondenser-ensembledistil",
                  "0.3473 nDCG@10 (R@100 0.2847): Pyserini's BEIR table, condition splade-pp-ed; model "
                  "naver/splade-cocondenser-ensembledistil, revision not stated; data BEIR v1.0.0"},
    DatasetFigure{"all-MiniLM-L6-v2",
                  "0.31594 nDCG@10 (R@10 0.15499, R@100 0.31151): MTEB results repository, task NFCorpus "
                  "(mteb 1.12.75); model "
                  "sentence-transformers/all-MiniLM-L6-v2@8b3219a92973c328a8e22fadcfa821b5dc75636a; data "
                  "revision ec0fa4fe99da2ff19ca1214b7966684033a58814"},
    DatasetFigure{"bge-small-en-v1.5",
                  "0.34264 nDCG@10 (R@10 0.16187, R@100 0.31158): MTEB results repository, task NFCorpus "
                  "(mteb 1.20.0); model BAAI/bge-small-en-v1.5@5c38ec7c405ec4b44b94cc5a9bb96e735b38267a; "
                  "data revision ec0fa4fe99da2ff19ca1214b7966684033a58814"},
    DatasetFigure{"bge-base-en-v1.5",
                  "0.37367 nDCG@10 (R@10 0.17831, R@100 0.33662): MTEB results repository, task NFCorpus "
                  "(mteb 1.20.0); model BAAI/bge-base-en-v1.5@a5beb1e3e68b9ab74eb54cfd186867f64f240e1a; "
                  "data revision ec0fa4fe99da2ff19ca1214b7966684033a58814"},
};

constexpr std::array kFiqaFigures = {
    DatasetFigure{"bm25",
                  "0.2361 nDCG@10 (R@100 0.5395): Pyserini's BEIR table, condition bm25-flat (k1 0.9, b "
                  "0.4, one field); no model; data BEIR v1.0.0"},
    DatasetFigure{"splade-cocondenser-ensembledistil",
                  "0.3473 nDCG@10 (R@100 0.6314): Pyserini's BEIR table, condition splade-pp-ed; model "
                  "naver/splade-cocondenser-ensembledistil, revision not stated; data BEIR v1.0.0"},
    DatasetFigure{"all-MiniLM-L6-v2",
                  "0.36867 nDCG@10 (R@10 0.44131, R@100 0.70606): MTEB results repository, task FiQA2018 "
                  "(mteb 1.12.75); model "
                  "sentence-transformers/all-MiniLM-L6-v2@8b3219a92973c328a8e22fadcfa821b5dc75636a; data "
                  "revision 27a168819829fe9bcd655c2df245fb19452e8e06"},
    DatasetFigure{"bge-small-en-v1.5",
                  "0.40343 nDCG@10 (R@10 0.46388, R@100 0.69552): MTEB results repository, task FiQA2018; "
                  "model BAAI/bge-small-en-v1.5, revision not stated (the authors' own report); data "
                  "revision not stated"},
    DatasetFigure{"bge-base-en-v1.5",
                  "0.40646 nDCG@10 (R@10 0.48135, R@100 0.74224): MTEB results repository, task FiQA2018; "
                  "model BAAI/bge-base-en-v1.5, revision not stated (the authors' own report); data "
                  "revision not stated"},
};

constexpr std::array kArguAnaFigures = {
    DatasetFigure{"bm25",
                  "0.3970 nDCG@10 (R@100 0.9324): Pyserini's BEIR table, condition bm25-flat (k1 0.9, b "
                  "0.4, one field); no model; data BEIR v1.0.0"},
    DatasetFigure{"splade-cocondenser-ensembledistil",
                  "0.5265 nDCG@10 (R@100 0.9829): Pyserini's BEIR table, condition splade-pp-ed; model "
                  "naver/splade-cocondenser-ensembledistil, revision not stated; data BEIR v1.0.0"},
    DatasetFigure{"all-MiniLM-L6-v2",
                  "0.50167 nDCG@10 (R@10 0.79090, R@100 0.97724): MTEB results repository, task ArguAna "
                  "(mteb 1.12.75); model "
                  "sentence-transformers/all-MiniLM-L6-v2@8b3219a92973c328a8e22fadcfa821b5dc75636a; data "
                  "revision c22ab2a51041ffd869aaddef7af8d8215647e41a"},
    DatasetFigure{"bge-small-en-v1.5",
                  "0.60348 nDCG@10 (R@10 0.85917, R@100 0.98791): MTEB results repository, task ArguAna "
                  "(mteb 1.18.0); model BAAI/bge-small-en-v1.5@5c38ec7c405ec4b44b94cc5a9bb96e735b38267a; "
                  "data revision c22ab2a51041ffd869aaddef7af8d8215647e41a"},
    DatasetFigure{"bge-base-en-v1.5",
                  "0.63752 nDCG@10 (R@10 0.89189, R@100 0.99289): MTEB results repository, task ArguAna "
                  "(mteb 1.18.0); model BAAI/bge-base-en-v1.5@a5beb1e3e68b9ab74eb54cfd186867f64f240e1a; "
                  "data revision c22ab2a51041ffd869aaddef7af8d8215647e41a"},
};

constexpr std::array kSciDocsFigures = {
    DatasetFigure{"bm25",
                  "0.1490 nDCG@10 (R@100 0.3477): Pyserini's BEIR table, condition bm25-flat (k1 0.9, b "
                  "0.4, one field); no model; data BEIR v1.0.0"},
    DatasetFigure{"splade-cocondenser-ensembledistil",
                  "0.1588 nDCG@10 (R@100 0.3730): Pyserini's BEIR table, condition splade-pp-ed; model "
                  "naver/splade-cocondenser-ensembledistil, revision not stated; data BEIR v1.0.0"},
    DatasetFigure{"all-MiniLM-L6-v2",
                  "0.21641 nDCG@10 (R@10 0.23087, R@100 0.51012): MTEB results repository, task SCIDOCS "
                  "(mteb 1.12.75); model "
                  "sentence-transformers/all-MiniLM-L6-v2@8b3219a92973c328a8e22fadcfa821b5dc75636a; data "
                  "revision f8c2fcf00f625baaa80f62ec5bd9e1fff3b8ae88"},
    DatasetFigure{"bge-small-en-v1.5",
                  "0.20518 nDCG@10 (R@10 0.21637, R@100 0.45905): MTEB results repository, task SCIDOCS "
                  "(mteb 1.18.0); model BAAI/bge-small-en-v1.5@5c38ec7c405ec4b44b94cc5a9bb96e735b38267a; "
                  "data revision f8c2fcf00f625baaa80f62ec5bd9e1fff3b8ae88"},
    DatasetFigure{"bge-base-en-v1.5",
                  "0.21725 nDCG@10 (R@10 0.22962, R@100 0.49568): MTEB results repository, task SCIDOCS "
                  "(mteb 1.18.0); model BAAI/bge-base-en-v1.5@a5beb1e3e68b9ab74eb54cfd186867f64f240e1a; "
                  "data revision f8c2fcf00f625baaa80f62ec5bd9e1fff3b8ae88"},
};

constexpr std::array kTrecCovidFigures = {
    DatasetFigure{"bm25",
                  "0.5947 nDCG@10 (R@100 0.1091): Pyserini's BEIR table, condition bm25-flat (k1 0.9, b "
                  "0.4, one field); no model; data BEIR v1.0.0"},
    DatasetFigure{"splade-cocondenser-ensembledistil",
                  "0.7270 nDCG@10 (R@100 0.1283): Pyserini's BEIR table, condition splade-pp-ed; model "
                  "naver/splade-cocondenser-ensembledistil, revision not stated; data BEIR v1.0.0"},
    DatasetFigure{"all-MiniLM-L6-v2",
                  "0.47232 nDCG@10 (R@10 0.01284, R@100 0.08552): MTEB results repository, task TRECCOVID "
                  "(mteb 1.12.75); model "
                  "sentence-transformers/all-MiniLM-L6-v2@8b3219a92973c328a8e22fadcfa821b5dc75636a; data "
                  "revision bb9466bac8153a0349341eb1b22e06409e78ef4e"},
    DatasetFigure{"bge-small-en-v1.5",
                  "0.75525 nDCG@10 (R@10 0.02055, R@100 0.13276): MTEB results repository, task TRECCOVID "
                  "(mteb 1.20.0); model BAAI/bge-small-en-v1.5@5c38ec7c405ec4b44b94cc5a9bb96e735b38267a; "
                  "data revision bb9466bac8153a0349341eb1b22e06409e78ef4e"},
    DatasetFigure{"bge-base-en-v1.5",
                  "0.78029 nDCG@10 (R@10 0.02196, R@100 0.14033): MTEB results repository, task TRECCOVID "
                  "(mteb 1.20.0); model BAAI/bge-base-en-v1.5@a5beb1e3e68b9ab74eb54cfd186867f64f240e1a; "
                  "data revision bb9466bac8153a0349341eb1b22e06409e78ef4e"},
};

constexpr std::array kToucheFigures = {
    DatasetFigure{"bm25",
                  "0.4422 nDCG@10 (R@100 0.5822): Pyserini's BEIR table, condition bm25-flat (k1 0.9, b "
                  "0.4, one field); no model; data BEIR v1.0.0"},
    DatasetFigure{"splade-cocondenser-ensembledistil",
                  "0.2464 nDCG@10 (R@100 0.4715): Pyserini's BEIR table, condition splade-pp-ed; model "
                  "naver/splade-cocondenser-ensembledistil, revision not stated; data BEIR v1.0.0"},
    DatasetFigure{"all-MiniLM-L6-v2",
                  "0.16904 nDCG@10 (R@10 0.12499, R@100 0.41711): MTEB results repository, task Touche2020 "
                  "(mteb 1.12.75); model "
                  "sentence-transformers/all-MiniLM-L6-v2@8b3219a92973c328a8e22fadcfa821b5dc75636a; data "
                  "revision a34f9a33db75fa0cbb21bb5cfc3dae8dc8bec93f"},
    DatasetFigure{"bge-small-en-v1.5",
                  "0.26037 nDCG@10 (R@10 0.16554, R@100 0.48439): MTEB results repository, task Touche2020;"
                  " model BAAI/bge-small-en-v1.5, revision not stated (the authors' own report); data "
                  "revision not stated"},
    DatasetFigure{"bge-base-en-v1.5",
                  "0.25701 nDCG@10 (R@10 0.16887, R@100 0.48670): MTEB results repository, task Touche2020;"
                  " model BAAI/bge-base-en-v1.5, revision not stated (the authors' own report); data "
                  "revision not stated"},
};

constexpr std::array kQuoraFigures = {
    DatasetFigure{"bm25",
                  "0.7886 nDCG@10 (R@100 0.9733): Pyserini's BEIR table, condition bm25-flat (k1 0.9, b "
                  "0.4, one field); no model; data BEIR v1.0.0"},
    DatasetFigure{"splade-cocondenser-ensembledistil",
                  "0.8344 nDCG@10 (R@100 0.9864): Pyserini's BEIR table, condition splade-pp-ed; model "
                  "naver/splade-cocondenser-ensembledistil, revision not stated; data BEIR v1.0.0"},
    DatasetFigure{"all-MiniLM-L6-v2",
                  "0.87552 nDCG@10 (R@10 0.95029, R@100 0.99440): MTEB results repository, task "
                  "QuoraRetrieval (mteb 1.18.0); model "
                  "sentence-transformers/all-MiniLM-L6-v2@8b3219a92973c328a8e22fadcfa821b5dc75636a; data "
                  "revision e4e08e0b7dbe3c8700f0daef558ff32256715259"},
    DatasetFigure{"bge-small-en-v1.5",
                  "0.88780 nDCG@10 (R@10 0.95690, R@100 0.99531): MTEB results repository, task "
                  "QuoraRetrieval; model BAAI/bge-small-en-v1.5, revision not stated (the authors' own "
                  "report); data revision not stated"},
    DatasetFigure{"bge-base-en-v1.5",
                  "0.88900 nDCG@10 (R@10 0.95742, R@100 0.99672): MTEB results repository, task "
                  "QuoraRetrieval; model BAAI/bge-base-en-v1.5, revision not stated (the authors' own "
                  "report); data revision not stated"},
};

constexpr std::array kDatasets = {
    DatasetDescriptor{.name = "scifact",
                      .about = "scientific claims; abstracts that support or refute them",
                      .md5 = "5f7d1de60b170fc8027bb7898e2efca1",
                      .documents = 5'183,
                      .judged_queries = 300,
                      .counts_are_exact = true,
                      .exclude_self = false,
                      .licence = "corpus ODC-By 1.0, claims and judgements CC BY 4.0",
                      .mirror_licence = "cc-by-sa-4.0 (BeIR/scifact)",
                      .figures = kSciFactFigures},
    DatasetDescriptor{.name = "nfcorpus",
                      .about = "health questions in plain words; medical abstracts",
                      .md5 = "a89dba18a62ef92f7d323ec890a0d38d",
                      .documents = 3'633,
                      .judged_queries = 323,
                      .counts_are_exact = true,
                      .exclude_self = false,
                      .licence = "not read",
                      .mirror_licence = "not read",
                      .figures = kNfCorpusFigures},
    DatasetDescriptor{.name = "fiqa",
                      .about = "questions on finance; answers and posts",
                      .md5 = "17918ed23cd04fb15047f73e6c3bd9d9",
                      .documents = 57'638,
                      .judged_queries = 648,
                      .counts_are_exact = true,
                      .exclude_self = true,
                      .licence = "none named; \"available only for non-commercial use\"",
                      .mirror_licence = "cc-by-sa-4.0 (BeIR/fiqa), unknown (mteb/fiqa)",
                      .figures = kFiqaFigures},
    DatasetDescriptor{.name = "arguana",
                      .about = "arguments; the best counterargument to each",
                      .md5 = "8ad3e3c2a5867cdced806d6503f29b99",
                      .documents = 8'674,
                      .judged_queries = 1'406,
                      .counts_are_exact = true,
                      .exclude_self = true,
                      .licence = "CC BY 4.0",
                      .mirror_licence = "cc-by-sa-4.0 (BeIR/arguana, mteb/arguana)",
                      .figures = kArguAnaFigures},
    DatasetDescriptor{.name = "scidocs",
                      .about = "titles of papers; the papers they cite",
                      .md5 = "38121350fc3a4d2f48850f6aff52e4a9",
                      .documents = 25'000,
                      .judged_queries = 1'000,
                      .counts_are_exact = false,
                      .exclude_self = false,
                      .licence = "not read",
                      .mirror_licence = "not read",
                      .figures = kSciDocsFigures},
    DatasetDescriptor{.name = "trec-covid",
                      .about = "questions on COVID-19; articles of CORD-19, graded",
                      .md5 = "ce62140cb23feb9becf6270d0d1fe6d1",
                      .documents = 171'332,
                      .judged_queries = 50,
                      .counts_are_exact = true,
                      .exclude_self = false,
                      .licence = "not read",
                      .mirror_licence = "not read",
                      .figures = kTrecCovidFigures},
    DatasetDescriptor{.name = "webis-touche2020",
                      .about = "controversial questions; arguments, graded",
                      .md5 = "46f650ba5a527fc69e0a6521c5a23563",
                      .documents = 382'000,
                      .judged_queries = 49,
                      .counts_are_exact = false,
                      .exclude_self = false,
                      .licence = "not read",
                      .mirror_licence = "not read",
                      .figures = kToucheFigures},
    DatasetDescriptor{.name = "quora",
                      .about = "questions; questions that ask the same",
                      .md5 = "18fb154900ba42a600f84b839c173167",
                      .documents = 522'931,
                      .judged_queries = 10'000,
                      .counts_are_exact = true,
                      .exclude_self = true,
                      .licence = "not read",
                      .mirror_licence = "not read",
                      .figures = kQuoraFigures},
};

}  // namespace

std::span<const DatasetDescriptor> known_datasets() { return kDatasets; }

}  // namespace marrow
