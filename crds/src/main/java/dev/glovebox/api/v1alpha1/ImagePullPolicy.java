package dev.glovebox.api.v1alpha1;

/** When the kubelet pulls. */
public enum ImagePullPolicy {
  /** Always ask the registry. */
  Always,
  /** Only when the node has no such image. */
  IfNotPresent
}
