module glovebox.dev/probe

go 1.24
