package dev.glovebox.api.generate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.kubernetes.client.CustomResource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The committed YAML of the CRDs: what fabric8 makes of the classes, completed and ordered. */
final class CrdYaml {
  /** What a contributor runs after a change of the classes, in the root of the repository. */
  static final String COMMAND = "make generate";

  private static final String HEADER =
      "# Made from the classes in crds/src/main/java. To change it, change those and run: "
          + COMMAND
          + "\n";

  /** In the order in which they are installed and documented. */
  static final List<Class<? extends CustomResource<?, ?>>> KINDS =
      List.of(SandboxTask.class, SandboxPolicy.class, NodeCertificate.class);

  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private CrdYaml() {}

  /** File name to content, in the order of {@link #KINDS}. */
  static Map<String, String> files() throws IOException {
    Map<String, String> files = new LinkedHashMap<>();
    for (Class<? extends CustomResource<?, ?>> kind : KINDS) {
      ObjectNode crd = definition(kind);
      files.put(crd.at("/metadata/name").asText() + ".yaml", HEADER + CompactYaml.write(crd));
    }
    return files;
  }

  /** The complete CustomResourceDefinition of a kind. */
  static ObjectNode definition(Class<? extends CustomResource<?, ?>> kind) throws IOException {
    ByteArrayOutputStream made = new ByteArrayOutputStream();
    new CRDGenerator()
        .customResourceClasses(kind)
        .forCRDVersions("v1")
        .withOutput(new OneStream(made))
        .generate();
    ObjectNode crd = (ObjectNode) YAML.readTree(made.toString(StandardCharsets.UTF_8));
    SchemaCompletion.complete(crd, kind);
    return crd;
  }

  private static final class OneStream
      extends CRDGenerator.AbstractCRDOutput<ByteArrayOutputStream> {
    private final ByteArrayOutputStream stream;

    OneStream(ByteArrayOutputStream stream) {
      this.stream = stream;
    }

    @Override
    protected ByteArrayOutputStream createStreamFor(String name) {
      return stream;
    }
  }
}
