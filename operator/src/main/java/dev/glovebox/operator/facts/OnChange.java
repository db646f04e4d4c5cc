package dev.glovebox.operator.facts;

import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * Runs something when an object that an informer watches appears, goes, or changes in what matters.
 *
 * @param <T> kind of object
 * @param matters whether it says anything that such an object is there
 * @param differ whether an object that was changed says something else
 */
record OnChange<T>(Predicate<T> matters, BiPredicate<T, T> differ, Runnable action)
    implements ResourceEventHandler<T> {

  OnChange(BiPredicate<T, T> differ, Runnable action) {
    this(object -> true, differ, action);
  }

  OnChange(Runnable action) {
    this((before, after) -> true, action);
  }

  @Override
  public void onAdd(T object) {
    if (matters.test(object)) {
      action.run();
    }
  }

  @Override
  public void onUpdate(T before, T after) {
    if (differ.test(before, after)) {
      action.run();
    }
  }

  @Override
  public void onDelete(T object, boolean finalStateUnknown) {
    if (matters.test(object)) {
      action.run();
    }
  }
}
