import groovy.lang.Closure;
import groovy.lang.GroovyShell;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.gradle.api.Project;
import org.gradle.testfixtures.ProjectBuilder;

/**
 * Prints the class path that Gradle finds for the dependencies in a file, as a build script has them between the braces
 * of {@code dependencies}. Arguments: the file, a directory for the project, and the URLs of its repositories.
 */
class GradleProject {

    public static void main(String... arguments) {
        int status = 1;
        try {
            System.out.println(classPath(arguments));
            status = 0;
        } catch (Throwable failure) {
            failure.printStackTrace();
        }
        System.exit(status); // Gradle's threads would stay.
    }

    private static String classPath(String... arguments) throws Exception {
        File directory = new File(arguments[1]);
        Project project = ProjectBuilder.builder()
                .withProjectDir(directory)
                .withGradleUserHomeDir(new File(directory, "home"))
                .build();
        project.getPluginManager().apply("java");
        for (int i = 2; i < arguments.length; i++) {
            String url = arguments[i];
            project.getRepositories().maven(repository -> repository.setUrl(url));
        }
        project.getRepositories().mavenCentral();
        Object dependencies = new GroovyShell().evaluate("{ -> " + Files.readString(Path.of(arguments[0])) + "\n}");
        project.dependencies((Closure<?>) dependencies);
        return project.getConfigurations().getByName("compileClasspath").getFiles().stream()
                .map(File::getPath)
                .collect(Collectors.joining(File.pathSeparator));
    }
}
