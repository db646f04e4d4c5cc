package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// workspaceSeen is what the task's volume looks like before the task.
type workspaceSeen struct {
	names    []string // a few are enough to say that it is not empty
	listErr  error
	writeErr error
}

func (m machine) workspace(path string) workspaceSeen {
	var w workspaceSeen
	directory, err := os.Open(m.path(path))
	if err != nil {
		return workspaceSeen{listErr: err, writeErr: err}
	}
	defer directory.Close()
	if w.names, err = directory.Readdirnames(8); !errors.Is(err, io.EOF) {
		w.listErr = err
	}
	w.writeErr = m.createAndRemove(path)
	return w
}

// judgeWorkspace allows lost+found: mkfs makes it on every new ext file system.
func judgeWorkspace(path string, w workspaceSeen) (empty bool, failures []failure) {
	var names []string
	for _, name := range w.names {
		if name != "lost+found" {
			names = append(names, printable(name, 32))
		}
	}
	slices.Sort(names)
	switch {
	case w.listErr != nil:
		failures = append(failures, failure{WorkspaceNotEmpty, fmt.Sprintf("%s cannot be listed: %v", path, w.listErr)})
	case len(names) > 0:
		failures = append(failures, failure{WorkspaceNotEmpty, fmt.Sprintf("%s already holds %s", path, strings.Join(names, " "))})
	}
	if w.writeErr != nil {
		failures = append(failures, failure{WorkspaceNotWritable, fmt.Sprintf("a file in %s: %v", path, w.writeErr)})
	}
	return w.listErr == nil && len(names) == 0, failures
}
