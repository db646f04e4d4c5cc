package dev.glovebox.operator.facts;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Pods and claims with a task's label, and the tasks, as the controller's informers hold them. */
public final class LabelledObjects {

  private record Source(
      Supplier<Stream<HasMetadata>> objects, BiPredicate<String, String> hasTask) {}

  private final AtomicReference<Source> source = new AtomicReference<>();

  /**
   * Tells where they are. Called once, when the informers have been built.
   *
   * @param objects pods and claims
   * @param hasTask whether a namespace has a task of a UID
   */
  public void readFrom(Supplier<Stream<HasMetadata>> objects, BiPredicate<String, String> hasTask) {
    source.set(new Source(objects, hasTask));
  }

  /**
   * Pods and claims of all namespaces that carry the label of a task's objects, in no order. What
   * is kept of them has no managedFields.
   *
   * @throws IllegalStateException before {@link #readFrom}: not to know is not none
   */
  public Stream<HasMetadata> podsAndClaims() {
    return read().objects().get();
  }

  /**
   * Whether a task of that UID was in the namespace when the informer last heard. No is not proof.
   *
   * @throws IllegalStateException before {@link #readFrom}
   */
  public boolean hasTask(String namespace, String uid) {
    return read().hasTask().test(namespace, uid);
  }

  private Source read() {
    Source known = source.get();
    if (known == null) {
      throw new IllegalStateException("the informers of the controller are not there yet");
    }
    return known;
  }
}
