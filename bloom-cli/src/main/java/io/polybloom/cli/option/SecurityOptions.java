package io.polybloom.cli.option;

import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.server.ServerAddresses;
import io.polybloom.cli.server.Tls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say who the user is, and whom the user trusts. */
public final class SecurityOptions {

    /** As redis-cli calls it. */
    private static final String PASSWORD_VARIABLE = "REDISCLI_AUTH";

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "The file whose first line is the password, if the URI has none (default: the environment"
                    + " variable " + PASSWORD_VARIABLE + "). Other users can see a password in the arguments of a"
                    + " command.")
    @Nullable
    Path passwordFile;

    @Option(
            names = "--cacert",
            paramLabel = "FILE",
            description = "The PEM file with the certificate authorities to trust (default: those that Java trusts).")
    @Nullable
    Path authorities;

    @Option(names = "--cert", paramLabel = "FILE", description = "The PEM file with the client certificate.")
    @Nullable
    Path certificate;

    @Option(names = "--key", paramLabel = "FILE", description = "The PEM file with the private key of --cert.")
    @Nullable
    Path key;

    @Option(names = "--insecure", description = "Do not verify the certificate of the server.")
    boolean insecure;

    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    /** Returns addresses with the password and the trust that the options name. */
    public ServerAddresses secure(ServerAddresses addresses) {
        requireSense(addresses);
        String password = password();
        ServerAddresses trusted = addresses.with(new Tls(authorities, certificate, key, insecure));
        return password == null ? trusted : trusted.withPassword(password);
    }

    /** Refuses the options where the server is one of our own. */
    void refuse() {
        if (isTlsGiven() || passwordFile != null) {
            throw wrong("passwords and certificates need a server: use --redis URI");
        }
    }

    private void requireSense(ServerAddresses addresses) {
        if ((certificate == null) != (key == null)) {
            throw wrong("--cert and --key must be given together");
        }
        if (insecure && authorities != null) {
            throw wrong("give either --cacert or --insecure, not both");
        }
        if (isTlsGiven() && !addresses.isEncrypted()) {
            throw wrong(
                    "--cacert, --cert, --key and --insecure need an encrypted connection: use rediss://, not redis://");
        }
    }

    private boolean isTlsGiven() {
        return authorities != null || certificate != null || key != null || insecure;
    }

    private @Nullable String password() {
        if (passwordFile == null) {
            String variable = Environment.of(command).variable(PASSWORD_VARIABLE);
            return "".equals(variable) ? null : variable;
        }
        try {
            String password = Files.readString(passwordFile).lines().findFirst().orElse("");
            if (password.isEmpty()) {
                throw new CommandFailure(
                        "the first line of " + passwordFile + " is empty: put the password there", null);
            }
            return password;
        } catch (IOException failure) {
            throw CommandFailure.ofFile(passwordFile.toString(), failure);
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
