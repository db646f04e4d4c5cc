// Command probe is Glovebox's own program inside a sandbox. As the first init container of a task's pod it shows,
// before the task's first instruction, that the sandbox is what was asked for (attest). As the canary it is the
// address that every sandbox must fail to reach (listen). In a certification's pods it shows whether that address answers
// and whether a policy silences it (survey).
package main

import (
	"fmt"
	"io"
	"os"
)

// version is set by probe/build and is repeated in every report.
var version = "development"

// Exit codes. The kubelet starts the task's container only after exit code 0.
const (
	exitPassed      = 0
	exitFailed      = 1 // a check failed for good, or the report could not be delivered
	exitBadArgument = 2
	exitGaveUp      = 3 // the time was over before all targets were blocked, or before a canary answered
)

const usage = `usage:
  probe attest '<json>'   checks this sandbox and reports; exit code 0 only if everything was shown
  probe survey '<json>'   says which targets answer, or when they all fell silent; exit code 0 if it came as told
  probe listen '<json>'   answers on a port, as the canary
  probe version
`

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr, realMachine()))
}

func run(arguments []string, stdout, stderr io.Writer, m machine) int {
	if len(arguments) == 0 {
		fmt.Fprint(stderr, usage)
		return exitBadArgument
	}
	switch command, rest := arguments[0], arguments[1:]; command {
	case "attest":
		return runReporting(command, rest, stdout, stderr, m, runAttest)
	case "survey":
		return runReporting(command, rest, stdout, stderr, m, runSurvey)
	case "listen":
		return runListen(rest, stderr)
	case "version":
		if len(rest) != 0 {
			fmt.Fprintf(stderr, "probe version: takes no argument, got %d\n", len(rest))
			return exitBadArgument
		}
		fmt.Fprintln(stdout, version)
		return exitPassed
	default:
		fmt.Fprintf(stderr, "probe: unknown command %q\n%s", command, usage)
		return exitBadArgument
	}
}

// single returns the one argument that a command takes.
func single(command string, arguments []string) (string, error) {
	if len(arguments) != 1 {
		return "", fmt.Errorf("%s: takes exactly one JSON argument, got %d arguments", command, len(arguments))
	}
	return arguments[0], nil
}
