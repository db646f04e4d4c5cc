module glovebox.dev/cluster/pause

go 1.26
