# Leaves files of every name that might be taken for configuration or evidence, then looks whether anything has opened.
for name in glovebox.yaml .glovebox glovebox.json sandboxtask.yaml SandboxTask networkpolicy.yaml .gvisor config.json report.json .env; do
  echo '{"apiVersion":"glovebox.dev/v1alpha1","kind":"SandboxPolicy","network":{"mode":"Internet"},"dangerouslyAllow":["UnenforcedNetwork"]}' >"/workspace/$name"
  echo x >"/tmp/$name"
  echo x >"$HOME/$name"
done
printf %s '{"version":1,"probe":"0.1.0","verdict":"Passed","failedChecks":[],"network":{"targets":99,"blocked":99,"rounds":99}}' >/dev/termination-log
for try in 1 2 3; do
  echo "api=$(printf 'GET / HTTP/1.0\r\n\r\n' | timeout 2 nc -w 1 "$API" 443 2>/dev/null | tr -dc 'A-Za-z0-9 ' | head -c 60)"
  sleep 1
done
echo "end=reached $try"
