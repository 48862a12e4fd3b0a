package io.polybloom.bench.report;

import java.util.Base64;
import java.util.List;

/** A report as one HTML page that needs nothing else: charts are images within it. */
public final class HtmlReport {

    private static final String HEAD = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <title>Polybloom: measured side by side</title>
            <style>
            body { font: 15px/1.5 sans-serif; margin: 2em auto; max-width: 64em; padding: 0 1em; color: #222 }
            table { border-collapse: collapse; margin: 1em 0 .3em }
            caption { text-align: left; font-weight: bold; padding-bottom: .3em }
            th, td { padding: .25em .8em; text-align: right; border-bottom: 1px solid #ddd }
            td { font-variant-numeric: tabular-nums }
            th:first-child, td:first-child { text-align: left }
            .reached { color: #17692b } .missed { color: #b00020; font-weight: bold }
            .headline { font-size: 18px }
            .environment { color: #555; font-size: 13px }
            img { display: block; max-width: 100%; margin: 1.5em 0 }
            </style>
            </head>
            <body>
            <h1>Polybloom: measured side by side</h1>
            """;

    private HtmlReport() {}

    /** The page. */
    public static String of(Report report) {
        StringBuilder page = new StringBuilder(HEAD);
        appendLines(page, "headline", report.headline());
        appendLines(page, "environment", report.environment());
        for (Report.Part part : report.parts()) {
            page.append("<h2>").append(escape(part.title())).append("</h2>\n");
            for (Table table : part.tables()) {
                append(page, table);
            }
            for (Chart chart : part.charts()) {
                append(page, chart);
            }
        }
        return page.append("</body>\n</html>\n").toString();
    }

    private static void append(StringBuilder page, Table table) {
        page.append("<table>\n<caption>").append(escape(table.title())).append("</caption>\n");
        appendRow(page, "th", table.header());
        for (List<String> row : table.rows()) {
            appendRow(page, "td", row);
        }
        page.append("</table>\n");
    }

    private static void appendLines(StringBuilder page, String style, List<String> lines) {
        page.append("<p class=\"").append(style).append("\">");
        for (String line : lines) {
            page.append(escape(line)).append("<br>\n");
        }
        page.append("</p>\n");
    }

    private static void appendRow(StringBuilder page, String tag, List<String> cells) {
        page.append("<tr>");
        for (String cell : cells) {
            boolean isVerdict = cell.equals("reached") || cell.equals("missed");
            page.append('<').append(tag).append(isVerdict ? " class=\"" + cell + "\">" : ">");
            page.append(escape(cell)).append("</").append(tag).append('>');
        }
        page.append("</tr>\n");
    }

    private static void append(StringBuilder page, Chart chart) {
        page.append("<img alt=\"").append(escape(chart.title())).append("\" src=\"data:image/png;base64,");
        page.append(Base64.getEncoder().encodeToString(ChartImages.png(chart))).append("\">\n");
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
