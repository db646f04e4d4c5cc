package dev.glovebox.cli.verify;

import dev.glovebox.api.v1alpha1.NodeCertificateStatus;
import java.util.List;

/**
 * What is known of the sandbox from outside: what its silence is compared with.
 *
 * @param certificate of the node that it ran on, under its class; null when it cannot be seen
 * @param withoutCertificate why not; null when it is there
 * @param nodeAddresses of that node; empty when they cannot be seen
 */
record Around(
    NodeCertificateStatus certificate, String withoutCertificate, List<String> nodeAddresses) {}
