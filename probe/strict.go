package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// encoding/json alone is too forgiving for an argument that decides about isolation: it matches names without regard
// to case, takes the last of two equal names, turns null into nothing and cannot tell a missing field from a zero. A
// field read wrongly could drop a target without a word. So the text is read into a tree here, and every access names
// the field, demands it and checks its type.

// maxDepth is more than any argument needs (targets[0].name is 3).
const maxDepth = 8

// object is a JSON object and where it stands in the argument.
type object struct {
	path   string
	fields map[string]any
	taken  map[string]bool
	first  *error // the first thing found wrong anywhere in the argument
}

func parseObject(text string) (object, error) {
	if !utf8.ValidString(text) { // the decoder would put U+FFFD in its place
		return object{}, errors.New("the argument is not JSON: it is not UTF-8")
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	value, err := readValue(decoder, "", 0)
	if err != nil {
		return object{}, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return object{}, errors.New("the argument has something after the JSON object")
	}
	fields, ok := value.(map[string]any)
	if !ok {
		return object{}, errors.New("the argument is not a JSON object")
	}
	return object{fields: fields, taken: map[string]bool{}, first: new(error)}, nil
}

func readValue(decoder *json.Decoder, path string, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("%s: nested deeper than %d", path, maxDepth)
	}
	token, err := decoder.Token()
	if err != nil {
		return nil, notJSON(err)
	}
	switch token {
	case json.Delim('{'):
		fields := map[string]any{}
		for decoder.More() {
			key, err := decoder.Token()
			if err != nil {
				return nil, notJSON(err)
			}
			name := key.(string) // the decoder lets nothing else stand here
			if _, twice := fields[name]; twice {
				return nil, fmt.Errorf("%s: given twice", join(path, name))
			}
			if fields[name], err = readValue(decoder, join(path, name), depth+1); err != nil {
				return nil, err
			}
		}
		return fields, closing(decoder)
	case json.Delim('['):
		items := []any{}
		for decoder.More() {
			item, err := readValue(decoder, index(path, len(items)), depth+1)
			if err != nil {
				return nil, err
			}
			items = append(items, item)
		}
		return items, closing(decoder)
	}
	return token, nil
}

// closing reads the } or ] that More has seen coming.
func closing(decoder *json.Decoder) error {
	if _, err := decoder.Token(); err != nil {
		return notJSON(err)
	}
	return nil
}

func notJSON(err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("the argument is not JSON: %w", err)
}

func join(path, name string) string {
	name = printable(name, 64)
	if path == "" {
		return name
	}
	return path + "." + name
}

func index(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }
