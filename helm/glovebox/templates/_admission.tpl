{{/*
What the admission policies share. Everything that yields CEL is named glovebox.cel.*; CEL reads JSON's lists as its own.
*/}}

{{/* A policy's binding. Argument: a dict of name, actions and root. */}}
{{- define "glovebox.binding" -}}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: {{ .name }}
  labels:
    {{- include "glovebox.labels" .root | nindent 4 }}
spec:
  policyName: {{ .name }}
  validationActions: {{ toJson .actions }}
{{- end }}

{{- define "glovebox.cel.isOperator" -}}
request.userInfo.username == {{ include "glovebox.operatorUser" . | toJson }}
{{- end }}

{{/* The cluster's own controllers and kubelets. */}}
{{- define "glovebox.cel.isSystem" -}}
request.userInfo.username in {{ toJson .Values.admission.systemUsers }} ||
request.userInfo.?groups.orValue([]).exists(g, g in {{ toJson .Values.admission.systemGroups }})
{{- end }}

{{- define "glovebox.cel.isPlatform" -}}
request.userInfo.username in {{ toJson .Values.admission.platformUsers }} ||
request.userInfo.?groups.orValue([]).exists(g, g in {{ toJson .Values.admission.platformGroups }})
{{- end }}

{{/*
Whether an object is one of a sandbox's: by the reserved name, or by the label that its NetworkPolicy selects. Argument: object or oldObject.
*/}}
{{- define "glovebox.cel.isOurs" -}}
{{ . }} != null && ({{ . }}.metadata.?name.orValue('').startsWith('gbx-') || 'glovebox.dev/task-uid' in {{ . }}.metadata.?labels.orValue({}))
{{- end }}

{{/*
Beginnings of label and annotation keys that a container runtime, a network plugin or another add-on obeys. Sources: gVisor's and
Kata's annotation lists, containerd's and CRI-O's CRI annotations, Multus, Calico, Istio, CDI, the deprecated profile annotations.
The operator refuses the same ones (ReservedKeys in core/); a test compares the two.
*/}}
{{- define "glovebox.cel.reservedPrefixes" -}}
[
  'dev.gvisor.', 'io.katacontainers.', 'io.kubernetes.cri', 'io.containers.', 'cdi.k8s.io',
  'k8s.v1.cni.cncf.io/', 'v1.multus-cni.io/', 'cni.projectcalico.org/',
  'kubernetes.io/ingress-bandwidth', 'kubernetes.io/egress-bandwidth',
  'container.apparmor.security.beta.kubernetes.io/', 'seccomp.security.alpha.kubernetes.io/',
  'sidecar.istio.io/', 'cluster-autoscaler.kubernetes.io/'
]
{{- end }}

{{/* Whether a key is reserved; needs the variable reserved. Argument: the CEL name of the key. CRI-O puts its name last in the domain. */}}
{{- define "glovebox.cel.isReserved" -}}
(variables.reserved.exists(p, {{ . }}.lowerAscii().startsWith(p)) || {{ . }}.lowerAscii().matches('^([^/]*[.])?crio[.]io(/|$)'))
{{- end }}
