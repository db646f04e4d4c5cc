package dev.glovebox.core.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages as kubelets gave them, of containerd and CRI-O; names shortened. */
class PullFailureTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        // containerd 1.7
        "rpc error: code = NotFound desc = failed to pull and unpack image \"registry.k8s.io/a:v1\": failed to resolve reference \"registry.k8s.io/a:v1\": registry.k8s.io/a:v1: not found",
        "failed to pull and unpack image \"docker.io/a/b:1\": failed to resolve reference \"docker.io/a/b:1\": pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed",
        // containerd 2
        "rpc error: code = NotFound desc = failed to pull and unpack image \"docker.io/a/b:4.9.0\": failed to resolve image: docker.io/a/b:4.9.0: not found",
        "Back-off pulling image \"docker.io/a/b:4.9.0\": ErrImagePull: rpc error: code = NotFound desc = failed to pull and unpack image \"docker.io/a/b:4.9.0\": failed to resolve image: docker.io/a/b:4.9.0: not found",
        "failed to pull and unpack image \"registry.world:5000/a:1\": failed to resolve image: pull access denied, repository does not exist or may require authorization: authorization failed: no basic auth credentials",
        "rpc error: code = NotFound desc = failed to pull and unpack image \"ghcr.io/a/b:latest\": no match for platform in manifest: not found",
        "rpc error: code = NotFound desc = failed to pull and unpack image \"ghcr.io/a/b:latest\": no match for platform in manifest sha256:32efb15c: not found",
        // CRI-O
        "initializing source docker://quay.io/a/b:1: reading manifest 1 in quay.io/a/b: manifest unknown",
        "initializing source docker://a/b:1: reading manifest 1 in docker.io/a/b: requested access to the resource is denied",
        "initializing source docker://r:5000/a@sha256:081a: reading manifest sha256:081a in r:5000/a: name unknown: repository name not known to registry",
        "initializing source docker://quay.io/a/b:1: reading manifest 1 in quay.io/a/b: unauthorized: access to the requested resource is not authorized",
        "Error reading manifest 1 in docker.io/a/b: errors:\ndenied: requested access to the resource is denied\nunauthorized: authentication required",
        "choosing an image from manifest list docker://a/b:1: no image found in manifest list for architecture \"amd64\", variant \"\", OS \"linux\"",
        "Back-off pulling image \"r:5000/a@sha256:081a\": ErrImagePull: unable to pull image or OCI artifact: pull image err: initializing source docker://r:5000/a@sha256:081a: reading manifest sha256:081a in r:5000/a: manifest unknown; artifact err: get manifest: build image source: reading manifest sha256:081a in r:5000/a: manifest unknown",
      })
  void aRegistryThatDoesNotHaveOrGiveTheImageHasSpoken(String said) {
    assertThat(PullFailure.isFinal(said)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Back-off pulling image \"a/not found\"",
        "not found",
        // Of the node's own store, not of a registry.
        "rpc error: code = NotFound desc = failed to pull and unpack image \"gcr.io/a:latest\": failed to prepare extraction snapshot \"extract-795 sha256:9281\": parent snapshot sha256:0b16 does not exist: not found",
        "rpc error: code = NotFound desc = failed to lease content: blob sha256:3e29 expected at /var/lib/containerd/blobs/sha256/3e29: blob not found: not found",
        // One of several hosts may have it; this is what the first of them said.
        "rpc error: code = NotFound desc = failed to pull and unpack image \"r:8443/a:1\": httpReadSeeker: failed open: content at https://r:8443/v2/a/manifests/sha256:2e22 not found: not found",
        "failed to pull and unpack image \"r/a@sha256:9b77\": failed to resolve image: failed to do request: Head \"https://r/v2/a/manifests/sha256:9b77\": dial tcp: lookup r: no such host",
        "failed to pull and unpack image \"r/a:1\": failed to resolve reference \"r/a:1\": unexpected EOF",
        "failed to pull and unpack image \"r/a:1\": failed to resolve image: unexpected status from HEAD request to https://r/v2/a/manifests/1: 503 Service Unavailable",
        "failed to pull and unpack image \"docker.io/a:1\": failed to copy: httpReadSeeker: failed open: unexpected status code https://docker.io/v2/a/manifests/sha256:1: 429 Too Many Requests",
        "failed to pull and unpack image \"r/a:1\": failed to resolve image: failed to authorize: failed to fetch oauth token: Post \"https://r/token\": dial tcp: i/o timeout",
        "rpc error: code = Canceled desc = failed to pull and unpack image \"r/a:1\": context canceled",
        "pinging container registry r: Get \"https://r/v2/\": dial tcp: lookup r: no such host",
        "initializing source docker://r/a:1: reading manifest 1 in r/a: received unexpected HTTP status: 502 Bad Gateway",
        "initializing source docker://quay.io/a@sha256:1: (Mirrors also failed: [m:8443/a@sha256:1: reading manifest sha256:1 in m:8443/a: manifest unknown]): quay.io/a@sha256:1: pinging container registry quay.io: network is unreachable",
        "unable to pull image or OCI artifact: pull image err: initializing source docker://r/a:1: pinging container registry r: i/o timeout; artifact err: get manifest: build image source: reading manifest 1 in r/a: manifest unknown",
      })
  void whatMayPassIsWaitedFor(String said) {
    assertThat(PullFailure.isFinal(said)).isFalse();
  }
}
