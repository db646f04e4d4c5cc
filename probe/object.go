package main

import (
	"encoding/json"
	"fmt"
	"sort"
	"strconv"
)

// fail records what is wrong; only the first is kept, as the rest often follows from it.
func (o object) fail(path, format string, values ...any) {
	if *o.first == nil {
		*o.first = fmt.Errorf(path+": "+format, values...)
	}
}

func (o object) take(name string) (any, bool) {
	o.taken[name] = true
	value, ok := o.fields[name]
	if !ok {
		o.fail(join(o.path, name), "missing")
	}
	return value, ok
}

func (o object) has(name string) bool { _, ok := o.fields[name]; return ok }

func (o object) text(name string) string {
	value, ok := o.take(name)
	if !ok {
		return ""
	}
	return o.asText(join(o.path, name), value)
}

func (o object) asText(path string, value any) string {
	text, ok := value.(string)
	if !ok {
		o.fail(path, "must be a string, is %s", typeName(value))
	}
	return text
}

// integer takes only whole numbers written without fraction or exponent.
func (o object) integer(name string, least, most int64) int64 {
	value, ok := o.take(name)
	if !ok {
		return 0
	}
	path := join(o.path, name)
	number, ok := value.(json.Number)
	if !ok {
		o.fail(path, "must be a whole number, is %s", typeName(value))
		return 0
	}
	whole, err := strconv.ParseInt(number.String(), 10, 64)
	if err != nil || whole < least || whole > most {
		o.fail(path, "must be a whole number from %d to %d, is %s", least, most, printable(number.String(), 32))
	}
	return whole
}

func (o object) boolean(name string) bool {
	value, ok := o.take(name)
	if !ok {
		return false
	}
	flag, ok := value.(bool)
	if !ok {
		o.fail(join(o.path, name), "must be true or false, is %s", typeName(value))
	}
	return flag
}

func (o object) list(name string, most int) []any {
	value, ok := o.take(name)
	if !ok {
		return nil
	}
	path := join(o.path, name)
	items, ok := value.([]any)
	if !ok {
		o.fail(path, "must be a list, is %s", typeName(value))
	}
	if len(items) > most {
		o.fail(path, "has %d entries, at most %d are allowed", len(items), most)
		return nil
	}
	return items
}

func (o object) texts(name string, most int) []string {
	var texts []string
	for i, item := range o.list(name, most) {
		texts = append(texts, o.asText(index(join(o.path, name), i), item))
	}
	return texts
}

func (o object) object(name string) object {
	value, ok := o.take(name)
	if !ok {
		return o.asObject(join(o.path, name), map[string]any{})
	}
	return o.asObject(join(o.path, name), value)
}

func (o object) asObject(path string, value any) object {
	fields, ok := value.(map[string]any)
	if !ok {
		o.fail(path, "must be an object, is %s", typeName(value))
	}
	return object{path: path, fields: fields, taken: map[string]bool{}, first: o.first}
}

// done refuses every field that nobody asked for: an older probe must not pass over what a newer operator wants.
func (o object) done() {
	var unknown []string
	for name := range o.fields {
		if !o.taken[name] {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) > 0 {
		sort.Strings(unknown)
		o.fail(join(o.path, unknown[0]), "unknown field")
	}
}

func typeName(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case string:
		return "a string"
	case json.Number:
		return "a number"
	case bool:
		return "true or false"
	case []any:
		return "a list"
	}
	return "an object"
}
