# Puts the documents of a rendered chart in the order in which kubectl can apply them: namespaces, CRDs, everything else, and last
# the objects of kinds that a CRD of the same file brings. Helm itself orders by kind at an install; its template output does not.
function finish() {
  if (document ~ /[^ \n]/) text[rank] = text[rank] "---\n" document
  document = ""
  rank = 3
}
BEGIN { rank = 3 }
/^---$/ { finish(); next }
/^kind: Namespace$/ { rank = 1 }
/^kind: "?CustomResourceDefinition"?$/ { rank = 2 }
/^kind: SandboxPolicy$/ { rank = 4 }
{ document = document $0 "\n" }
END {
  finish()
  for (i = 1; i <= 4; i++) printf "%s", text[i]
}
