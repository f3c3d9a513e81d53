import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * Reads one text a line, as the hexadecimal digits of its UTF-8 bytes, and prints its tokens, one text a line,
 * parted by single spaces. The argument is "english" (EnglishAnalyzer) or "words" (StandardTokenizer alone).
 */
public final class LuceneTokens {
  private static final class Words extends Analyzer {
    @Override
    protected TokenStreamComponents createComponents(String field) {
      Tokenizer tokenizer = new StandardTokenizer();
      return new TokenStreamComponents(tokenizer);
    }
  }

  private static String tokens(Analyzer analyzer, String text) throws IOException {
    StringBuilder line = new StringBuilder();
    try (TokenStream stream = analyzer.tokenStream("text", text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        if (line.length() > 0) line.append(' ');
        line.append(term);
      }
      stream.end();
    }
    return line.append('\n').toString();
  }

  public static void main(String[] arguments) throws IOException {
    Analyzer analyzer = arguments[0].equals("english") ? new EnglishAnalyzer() : new Words();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII), 1 << 20);
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String text = new String(HexFormat.of().parseHex(line), StandardCharsets.UTF_8);
      out.print(tokens(analyzer, text));
    }
    out.flush();
  }
}
