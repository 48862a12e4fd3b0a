package io.polybloom.cli.output;

/** Strings as JSON (RFC 8259) has them. */
public final class JsonText {

    private JsonText() {}

    public static String quoted(String text) {
        StringBuilder json = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            switch (character) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\t' -> json.append("\\t");
                case '\r' -> json.append("\\r");
                default -> {
                    // DEL and the C1 controls are legal, but would play with the terminal.
                    if (Character.isISOControl(character)) {
                        json.append(String.format("\\u%04x", (int) character));
                    } else {
                        json.append(character);
                    }
                }
            }
        }
        return json.append('"').toString();
    }
}
