import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.ByteBuffersDirectory;

/**
 * Reads a count of documents, the documents and then queries, one a line, words parted by blanks; prints
 * `query document score` for every hit under BM25 with the k1 and b given. Each time a query names a word is a
 * clause of its own.
 */
public final class LuceneScores {
  public static void main(String[] args) throws IOException {
    BM25Similarity similarity = new BM25Similarity(Float.parseFloat(args[0]), Float.parseFloat(args[1]));
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    int count = Integer.parseInt(in.readLine());
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
      IndexWriterConfig config = new IndexWriterConfig(new WhitespaceAnalyzer()).setSimilarity(similarity);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < count; ++i) {
          Document document = new Document();
          document.add(new TextField("text", in.readLine(), Field.Store.NO));
          writer.addDocument(document);
        }
        writer.forceMerge(1);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setSimilarity(similarity);
        String line;
        for (int query = 0; (line = in.readLine()) != null; ++query) {
          BooleanQuery.Builder words = new BooleanQuery.Builder();
          for (String word : line.split(" ")) {
            words.add(new TermQuery(new Term("text", word)), BooleanClause.Occur.SHOULD);
          }
          for (ScoreDoc hit : searcher.search(words.build(), count).scoreDocs) {
            System.out.println(query + " " + hit.doc + " " + hit.score);
          }
        }
      }
    }
  }
}
