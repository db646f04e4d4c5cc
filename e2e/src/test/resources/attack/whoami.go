// Prints who it runs as. In an image it belongs to root and has the setuid bit.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Printf("uid=%d euid=%d\n", os.Getuid(), os.Geteuid())
}
