{{/* Labels of every object of the chart. */}}
{{- define "glovebox.labels" -}}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
app.kubernetes.io/part-of: glovebox
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/* An image by digest. Argument: a dict of image (repository, digest) and field (its place in the values). */}}
{{- define "glovebox.image" -}}
{{- $hint := printf "%s.digest is required: sha256:<64 hexadecimal digits>, the digest that %s has in your registry" .field .image.repository -}}
{{- printf "%s@%s" .image.repository (required $hint .image.digest) -}}
{{- end }}

{{/* What every container of Glovebox's own runs as: the strictest profile that Pod Security knows. */}}
{{- define "glovebox.podSecurityContext" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
seccompProfile: {type: RuntimeDefault}
{{- end }}
{{- define "glovebox.containerSecurityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}

{{/* Namespace of the canaries. Fixed: a policy elsewhere must not be able to select them. */}}
{{- define "glovebox.canaryNamespace" -}}glovebox-canary{{- end }}

{{/* User name of the operator, as the API server sees it. */}}
{{- define "glovebox.operatorUser" -}}
system:serviceaccount:{{ .Release.Namespace }}:glovebox-operator
{{- end }}

{{/*
The admission policies that deny, one name a line: templates/admission/<name>.yaml. The operator releases nothing unless each of
them exists, fails closed and is bound with Deny. glovebox-warnings is not among them: it only warns.
*/}}
{{- define "glovebox.admissionPolicies" -}}
glovebox-task-metadata
glovebox-reserved-names
glovebox-objects
glovebox-pod-requests
glovebox-deputy
glovebox-task-finalizer
glovebox-policies
{{- end }}
{{- define "glovebox.admissionPolicyList" -}}
{{- include "glovebox.admissionPolicies" . | splitList "\n" | join "," -}}
{{- end }}
