package dev.glovebox.cli;

import java.lang.reflect.Constructor;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Gives each command that wants one its screen. */
final class CommandFactory implements IFactory {
  private final Screen screen;

  CommandFactory(Screen screen) {
    this.screen = screen;
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (constructor.getParameterCount() == 1
          && constructor.getParameterTypes()[0] == Screen.class) {
        return type.cast(constructor.newInstance(screen));
      }
    }
    return CommandLine.defaultFactory().create(type);
  }
}
