package dev.glovebox.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageReferenceTest {

  @ParameterizedTest
  @CsvSource({
    "alpine, docker.io/library/alpine:latest",
    "alpine:3.20, docker.io/library/alpine:3.20",
    "acme/tool, docker.io/acme/tool:latest",
    "index.docker.io/alpine, docker.io/library/alpine:latest",
    "docker.io/acme/tool:1, docker.io/acme/tool:1",
    "localhost/tool:1, localhost/tool:1",
    "localhost:5000/tool, localhost:5000/tool:latest",
    "registry.example.com:5000/a/b-c_d__e.f:V1.2_x, registry.example.com:5000/a/b-c_d__e.f:V1.2_x",
    "local/pause:1, docker.io/local/pause:1",
  })
  void aShortNameIsCompletedAsRuntimesDo(String written, String full) {
    assertThat(ImageReference.parse(written).text()).isEqualTo(full);
  }

  @Test
  void aDigestMakesTheTagMeaningless() {
    String digest = "@sha256:" + "0123456789abcdef".repeat(4);
    assertThat(ImageReference.parse("registry.example.com/x:1" + digest).text())
        .isEqualTo("registry.example.com/x" + digest);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "/",
        "a//b",
        "/a",
        "a/",
        "A/b",
        "a/B",
        "a b",
        "a:",
        ":1",
        "a@",
        "a@sha256:00",
        "a@md5:d41d8cd98f00b204e9800998ecf8427e",
        "a/../b",
        "a/./b",
        "-a",
        "a-",
        "a..b",
        "a:b:c",
        "registry.example.com/",
        "registry..com/x",
        "-reg.com/x",
        "registry.com:port/x",
        "a\n",
        "https://registry.example.com/x",
        "a@sha256:" + "A",
      })
  void whatIsNoReferenceIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> ImageReference.parse(text));
  }

  @ParameterizedTest
  @CsvSource({
    "alpine, docker.io/, true",
    "alpine, docker.io/library/, true",
    "alpine, index.docker.io/, true",
    "acme/tool, acme/, true",
    "acmes/tool, acme/, false",
    "registry.example.com/a/b, registry.example.com/, true",
    "registry.example.com/a/b, registry.example.com/a/, true",
    "registry.example.com/ab, registry.example.com/a/, false",
    "registry.example.com/a/b, registry.example.com/a, false",
    "registry.example.com/a/b, registry.example.com, false",
    "registry.example.com/a/b, /, false",
    "registry.example.com/a/b, registry.example.com//, false",
    "localhost:5000/a, localhost:5000/, true",
    "localhost:5000/a, localhost/, false",
  })
  void entriesAreComparedByWholeComponents(String image, String entry, boolean under) {
    assertThat(ImageReference.parse(image).under(entry)).isEqualTo(under);
  }
}
