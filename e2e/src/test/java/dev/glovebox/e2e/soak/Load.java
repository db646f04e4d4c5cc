package dev.glovebox.e2e.soak;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** One user, who makes a task, waits for its end, has it destroyed, and makes the next. */
final class Load implements Runnable {
  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
  private static final List<DeletionPropagation> CASCADES =
      List.of(
          DeletionPropagation.BACKGROUND,
          DeletionPropagation.FOREGROUND,
          DeletionPropagation.ORPHAN);
  private static final AtomicInteger COUNTER = new AtomicInteger();

  private final Workplace workplace;
  private final Looks looks;
  private final String image;
  private final Random random;
  private final Tally tally;

  /**
   * Makes nothing yet.
   *
   * @param random for the moments and cascades that nobody chooses
   */
  Load(Workplace workplace, String image, Random random, Tally tally) {
    this.workplace = workplace;
    this.looks = new Looks(workplace);
    this.image = image;
    this.random = random;
    this.tally = tally;
  }

  /** Until the tally says that it is over, and then to the end of the task under way. */
  @Override
  public void run() {
    while (tally.goesOn()) {
      // Each kind as often as the others, whichever user is quick.
      int number = COUNTER.getAndIncrement();
      Kind kind = Kind.all().get(number % Kind.all().size());
      String name = kind.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + number;
      try {
        tally.ended(one(kind, name));
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException | AssertionError e) {
        tally.broken("task %s: %s".formatted(name, e));
      }
    }
  }

  private Ended one(Kind kind, String name) throws InterruptedException {
    Looks.sure(
        () ->
            Optional.ofNullable(workplace.task(name))
                .orElseGet(() -> workplace.create(name, kind.spec(image))));
    act(kind, name);
    Optional<SandboxTask> end = Optional.empty();
    long starts = -1;
    if (!kind.ends().equals(Kind.GONE)) {
      end = looks.await(name, Looks::ended);
      starts = end.isPresent() && Looks.ended(end.get()) ? looks.starts(end.get()) : -1;
    }
    if (kind.act() != Kind.Act.LEAVE) {
      DeletionPropagation cascade = CASCADES.get(random.nextInt(CASCADES.size()));
      Looks.sure(() -> workplace.handle(name).withPropagationPolicy(cascade).delete());
    }
    Optional<SandboxTask> left = looks.await(name, task -> false);
    return new Ended(
        kind.name(),
        name,
        kind.ends(),
        end.map(Looks::seen).orElse(Kind.GONE),
        starts,
        left.isEmpty(),
        status(left.isPresent() ? left : end));
  }

  private static String status(Optional<SandboxTask> task) {
    return task.map(SandboxTask::getStatus).map(String::valueOf).orElse("it is gone");
  }

  private void act(Kind kind, String name) throws InterruptedException {
    switch (kind.act()) {
      case NONE, LEAVE -> {}
      case DELETE_EARLY -> Thread.sleep(random.nextInt(2_000));
      case DELETE -> looks.await(name, Looks::runs);
      case CANCEL -> {
        looks.await(name, Looks::runs);
        String cancelled = "{\"spec\":{\"desiredState\":\"Cancelled\"}}";
        Looks.sure(() -> workplace.handle(name).patch(MERGE, cancelled));
      }
      case DELETE_POD -> {
        Optional<SandboxTask> running = looks.await(name, Looks::runs);
        if (running.isPresent()) {
          String pod = running.get().getStatus().podName();
          var pods = workplace.cluster().client().pods().inNamespace(workplace.namespace());
          Looks.sure(() -> pods.withName(pod).withGracePeriod(1).delete());
        }
      }
    }
  }
}
