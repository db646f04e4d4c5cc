package main

import (
	"slices"
	"strings"
)

// judgeEnvironment returns all names and those that are not allowed. Never a value: it may be a secret. The kubelet
// always adds the variables of the kubernetes Service; the pod sets them to nothing, so they are allowed when empty.
func judgeEnvironment(allowed, environment []string) (names, unexpected []string) {
	names = []string{}
	for _, entry := range environment {
		name, value, _ := strings.Cut(entry, "=")
		shown := printable(name, maxNameSize)
		names = append(names, shown)
		emptied := strings.HasPrefix(name, "KUBERNETES_") && value == ""
		if !emptied && !slices.Contains(allowed, name) {
			unexpected = append(unexpected, shown)
		}
	}
	return names, unexpected
}
