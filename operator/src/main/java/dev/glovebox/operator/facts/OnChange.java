package dev.glovebox.operator.facts;

import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.function.BiPredicate;

/**
 * Runs something when an object that an informer watches appears, goes, or changes in what matters.
 *
 * @param <T> kind of object
 */
record OnChange<T>(BiPredicate<T, T> differ, Runnable action) implements ResourceEventHandler<T> {

  OnChange(Runnable action) {
    this((before, after) -> true, action);
  }

  @Override
  public void onAdd(T object) {
    action.run();
  }

  @Override
  public void onUpdate(T before, T after) {
    if (differ.test(before, after)) {
      action.run();
    }
  }

  @Override
  public void onDelete(T object, boolean finalStateUnknown) {
    action.run();
  }
}
