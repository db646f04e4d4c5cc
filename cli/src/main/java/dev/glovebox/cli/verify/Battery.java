package dev.glovebox.cli.verify;

import static dev.glovebox.cli.verify.Judges.absent;
import static dev.glovebox.cli.verify.Judges.nothing;
import static dev.glovebox.cli.verify.Judges.refused;
import static dev.glovebox.cli.verify.Judges.refusedInTmp;
import static dev.glovebox.cli.verify.Judges.refusedOrAbsent;
import static dev.glovebox.cli.verify.Judges.value;

import java.util.ArrayList;
import java.util.List;

/** What is tried, and how it is judged. */
final class Battery {
  /** One check. */
  record Check(String name, String tried, Judge judge) {}

  private static final String NO_CAPABILITY = "0+";

  static final List<Check> INSIDE =
      List.of(
          new Check(
              "KernelRelease", "the kernel is the node's", KernelJudges.release("kernel-release")),
          new Check("KernelBoot", "the boot ID is the node's", KernelJudges.bootId("kernel-boot")),
          new Check("KernelLog", "the kernel's log is the node's", KernelJudges.log("kernel-log")),
          new Check("KernelModule", "load a kernel module", Judges.moduleRefused("kernel-module")),
          new Check("KernelMemory", "read the kernel's memory", refusedOrAbsent("kernel-memory")),
          new Check("KernelSetting", "set kernel.core_pattern", refusedOrAbsent("kernel-setting")),
          new Check(
              "KernelForwarding", "set net.ipv4.ip_forward", refusedOrAbsent("kernel-forwarding")),
          new Check("KernelRequest", "use sysrq", refusedOrAbsent("kernel-request")),
          new Check("HostFiles", "find the node's files", absent("host-files")),
          new Check("HostSockets", "find a container runtime's socket", absent("host-sockets")),
          new Check("HostInit", "find the node's files behind /proc/1/root", absent("host-init")),
          new Check(
              "HostProcesses",
              "see the node's processes",
              nothing("host-processes", Control.PROCESSES)),
          new Check("HostDisks", "see the node's disks", nothing("host-disks", Control.DEVICES)),
          new Check("HostDevice", "make a disk's device file", refusedInTmp("host-device")),
          new Check("HostCgroup", "change a cgroup's limit", refusedOrAbsent("host-cgroup")),
          new Check("Root", "be root", value("user", id -> id.matches("[1-9][0-9]*"))),
          capability("CapInh"),
          capability("CapPrm"),
          capability("CapEff"),
          capability("CapBnd"),
          new Check(
              "NewPrivileges", "gain privileges by exec", value("process-NoNewPrivs", "1"::equals)),
          new Check("RootFile", "give a file to root", refusedInTmp("root-file")),
          new Check("Mount", "mount a file system", refused("mount")),
          new Check("MountProc", "mount /proc anew", refused("mount-proc")),
          new Check("MountNamespace", "make a mount namespace", refused("mount-namespace")),
          new Check("NetworkNamespace", "make a network namespace", refused("network-namespace")),
          new Check("EnterNamespace", "enter another's namespace", refused("enter-namespace")),
          new Check("Chroot", "change the root directory", refused("chroot")),
          new Check("HostName", "set the host name", refused("host-name")),
          new Check("Clock", "set the clock", refused("clock")),
          new Check("RawSocket", "open a raw socket", refused("raw-socket")),
          new Check("Route", "change a route", refused("route")),
          new Check("Address", "take another address", refused("address")),
          new Check("RootFilesystem", "write outside the workspace", Judges.rootWrites()),
          new Check("Token", "find a service account's token", absent("token")),
          new Check(
              "Environment",
              "learn of the cluster's Services",
              nothing("environment", Control.ENVIRONMENT)),
          new Check("Resolver", "have a DNS server", Judges.resolver()),
          new Check("Ipv6", "get out over IPv6", Judges.ipv6()));

  private Battery() {}

  private static Check capability(String set) {
    return new Check(
        set, "have a capability in " + set, value("process-" + set, c -> c.matches(NO_CAPABILITY)));
  }

  /** Every check, of a script that ran. */
  static List<Row> judge(Findings inside, Around around) {
    List<Row> rows = new ArrayList<>();
    for (Check check : INSIDE) {
      var judgement = check.judge().of(inside, around);
      rows.add(new Row(check.name(), check.tried(), judgement.verdict(), judgement.seen()));
    }
    rows.addAll(NetworkRows.judge(inside, around));
    return List.copyOf(rows);
  }

  /** Every check, of a script that did not run. */
  static List<Row> notRun(String why) {
    List<Row> rows = new ArrayList<>();
    INSIDE.forEach(
        check -> rows.add(new Row(check.name(), check.tried(), Verdict.INCONCLUSIVE, why)));
    NetworkRows.always()
        .forEach(kind -> rows.add(new Row(kind.name(), kind.tried(), Verdict.INCONCLUSIVE, why)));
    return List.copyOf(rows);
  }
}
