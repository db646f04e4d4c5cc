package dev.glovebox.operator.sweep;

import dev.glovebox.core.sweep.LabelledObject.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What is asked of the server before an object is destroyed: all of it now, none of it cached. */
interface OrphanReads {

  /** UIDs of all tasks in a namespace. */
  Set<String> tasks(String namespace) throws NotReadable;

  /** An object; empty = the server says that there is none. */
  Optional<HasMetadata> object(Kind kind, String namespace, String name) throws NotReadable;

  /** All objects of a kind that carry the label of a task. */
  List<HasMetadata> labelled(Kind kind, String namespace, String taskUid) throws NotReadable;

  /** A volume; empty = the server says that there is none. */
  Optional<PersistentVolume> volume(String name) throws NotReadable;

  /** The server could not be asked, or refused to say. Never a sign that something is not there. */
  final class NotReadable extends Exception {
    private static final long serialVersionUID = 1L;

    NotReadable(String message) {
      super(message);
    }
  }
}
