package io.polybloom.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class HtmlReportTest {

    private static final Chart BARS =
            new Chart.Bars("Bars & more", "x", Map.of("add", Map.of("ours", 5.0, "theirs", 1.0)));
    private static final Chart LINES =
            new Chart.Lines("Lines", "x", "y", true, true, Map.of("ours", new double[][] {{1, 10, 100}, {1, 2, 3}}));

    private final String page =
            HtmlReport.of(new Report(List.of("1 of 2 reached."), List.of("java -jar <x>"), List.of(part(), part())));

    private static Report.Part part() {
        Table table = new Table("targets", List.of("target", "verdict"));
        table.add(List.of("p < 0.01 & \"fast\"", "reached"));
        table.add(List.of("other", "missed"));
        return new Report.Part("Targets", List.of(table), List.of(BARS, LINES));
    }

    @Test
    void escapesText() {
        assertTrue(page.contains("<td>p &lt; 0.01 &amp; &quot;fast&quot;</td>"), page);
        assertTrue(page.contains("java -jar &lt;x&gt;"), page);
    }

    @Test
    void saysOnceHowItWasMeasuredBeforeAnyFigure() {
        assertEquals(page.indexOf("java -jar"), page.lastIndexOf("java -jar"));
        assertTrue(page.indexOf("1 of 2 reached.") < page.indexOf("java -jar"), page);
        assertTrue(page.indexOf("java -jar") < page.indexOf("<table>"), page);
    }

    @Test
    void marksVerdicts() {
        assertTrue(page.contains("<td class=\"reached\">reached</td>"), page);
        assertTrue(page.contains("<td class=\"missed\">missed</td>"), page);
    }

    @Test
    void needsNothingElse() {
        assertFalse(page.contains("http"), page);
        assertFalse(page.contains("<script"), page);
        assertFalse(page.contains("<link"), page);
        Matcher sources = Pattern.compile("(?:src|href)=\"([^\"]{0,30})").matcher(page);
        while (sources.find()) {
            assertTrue(sources.group(1).startsWith("data:image/png;base64,"), sources.group(1));
        }
    }

    @Test
    void itsChartsArePictures() throws IOException {
        List<Integer> widths = new ArrayList<>();
        Matcher images = Pattern.compile("base64,([^\"]*)\"").matcher(page);
        while (images.find()) {
            byte[] bytes = Base64.getDecoder().decode(images.group(1));
            BufferedImage image = ImageIO.read(new ByteArrayInputStream(bytes));
            assertNotNull(image, "not a picture");
            widths.add(image.getWidth());
        }
        assertEquals(4, widths.size());
        assertTrue(widths.stream().allMatch(width -> width > 500), widths.toString());
    }
}
