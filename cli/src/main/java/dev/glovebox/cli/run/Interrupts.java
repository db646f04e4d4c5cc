package dev.glovebox.cli.run;

import java.lang.reflect.Proxy;

/**
 * Ctrl-C and the other ways of telling a program to end. The JDK has no supported way to go on
 * after one: {@code sun.misc.Signal} (module jdk.unsupported) is what there is, and a program that
 * names it does not compile without warnings; so it is called by reflection, as JLine does.
 */
final class Interrupts {
  private static final String[] NAMES = {"INT", "TERM", "HUP"};

  private Interrupts() {}

  /**
   * From now on, runs this on every such signal, in a thread of its own.
   *
   * @throws IllegalStateException if the Java runtime has no such means
   */
  static void handle(Runnable onSignal) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object proxy =
          Proxy.newProxyInstance(
              Interrupts.class.getClassLoader(),
              new Class<?>[] {handler},
              (self, method, arguments) -> {
                if ("handle".equals(method.getName())) {
                  onSignal.run();
                }
                return null;
              });
      for (String name : NAMES) {
        Object one = signal.getConstructor(String.class).newInstance(name);
        signal.getMethod("handle", signal, handler).invoke(null, one, proxy);
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "this Java runtime cannot catch Ctrl-C: it lacks the module jdk.unsupported", e);
    }
  }
}
