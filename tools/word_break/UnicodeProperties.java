import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.lang.UScript;

/**
 * Prints the Unicode properties that the word grammar of make_table.py is written in, one line a run of code
 * points that agree in all of them: first last word_break script line_break flags (in hexadecimal where they
 * are numbers). The Unicode version is the first line.
 */
public final class UnicodeProperties {
  private static final int[] FLAGS = {
    UProperty.EMOJI, UProperty.EMOJI_MODIFIER, UProperty.EMOJI_MODIFIER_BASE, UProperty.EXTENDED_PICTOGRAPHIC
  };
  private static final String[] FLAG_NAMES = {
    "Emoji", "Emoji_Modifier", "Emoji_Modifier_Base", "Extended_Pictographic"
  };

  private static String valueName(int codePoint, int property) {
    return UCharacter.getPropertyValueName(
        property, UCharacter.getIntPropertyValue(codePoint, property), UProperty.NameChoice.LONG);
  }

  private static String properties(int codePoint) {
    StringBuilder line = new StringBuilder();
    line.append(valueName(codePoint, UProperty.WORD_BREAK)).append(' ');
    line.append(UScript.getName(UScript.getScript(codePoint))).append(' ');
    line.append(valueName(codePoint, UProperty.LINE_BREAK)).append(' ');
    String separator = "";
    for (int i = 0; i < FLAGS.length; i++) {
      if (UCharacter.hasBinaryProperty(codePoint, FLAGS[i])) {
        line.append(separator).append(FLAG_NAMES[i]);
        separator = ",";
      }
    }
    return separator.isEmpty() ? line + "-" : line.toString();
  }

  public static void main(String[] arguments) {
    System.out.println("Unicode " + UCharacter.getUnicodeVersion());
    int first = 0;
    String run = properties(0);
    for (int codePoint = 1; codePoint <= 0x110000; codePoint++) {
      String next = codePoint <= 0x10FFFF ? properties(codePoint) : null;
      if (!run.equals(next)) {
        System.out.printf("%X %X %s%n", first, codePoint - 1, run);
        first = codePoint;
        run = next;
      }
    }
  }
}
