package dev.glovebox.core.verify.policies;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Kinds in the groups of network policies that open nothing, from the CRDs that the projects ship.
 * Each is one of: state that an agent writes (endpoints, address blocks), addresses and routes
 * (pools, BGP, egress addresses), sets that policies refer to, settings, tools (captures), policies
 * that are only rehearsed (Calico's staged ones), and such as only restrict (EgressFirewall, whose
 * rules OVN-Kubernetes evaluates in another stage than NetworkPolicy's: both must allow).
 */
final class OtherPolicyGroups {
  private static final Set<String> CALICO =
      Set.of(
          "bgpconfigurations",
          "bgpfilters",
          "bgppeers",
          "blockaffinities",
          "caliconodestatuses",
          "clusterinformations",
          "felixconfigurations",
          "globalnetworksets",
          "hostendpoints",
          "ipamblocks",
          "ipamconfigs",
          "ipamconfigurations",
          "ipamhandles",
          "ippools",
          "ipreservations",
          "kubecontrollersconfigurations",
          "networksets",
          // Only in force for pods that no policy selects.
          "profiles",
          "qospolicies",
          "stagedglobalnetworkpolicies",
          "stagedkubernetesnetworkpolicies",
          "stagednetworkpolicies",
          "tiers");

  /** By group, plural names. */
  static final Map<String, Set<String>> HARMLESS = harmless();

  private OtherPolicyGroups() {}

  private static Map<String, Set<String>> harmless() {
    Map<String, Set<String>> groups = new HashMap<>();
    groups.put("policy.networking.k8s.io", Set.of());
    groups.put("crd.projectcalico.org", CALICO);
    groups.put("projectcalico.org", CALICO);
    groups.put(
        "cilium.io",
        Set.of(
            "ciliumbgpadvertisements",
            "ciliumbgpclusterconfigs",
            "ciliumbgploadbalancerippools",
            "ciliumbgpnodeconfigoverrides",
            "ciliumbgpnodeconfigs",
            "ciliumbgppeerconfigs",
            "ciliumbgppeeringpolicies",
            "ciliumcidrgroups",
            "ciliumclusterwideenvoyconfigs",
            "ciliumegressgatewaypolicies",
            "ciliumegressnatpolicies",
            "ciliumendpoints",
            "ciliumendpointslices",
            "ciliumenvoyconfigs",
            "ciliumexternalworkloads",
            "ciliumgatewayclassconfigs",
            "ciliumidentities",
            "ciliuml2announcementpolicies",
            "ciliumloadbalancerippools",
            // The policy is evaluated for where the traffic is sent in the end.
            "ciliumlocalredirectpolicies",
            "ciliumnodeconfigs",
            "ciliumnodes",
            "ciliumpodippools"));
    groups.put(
        "crd.antrea.io",
        Set.of(
            "antreaagentinfos",
            "antreacontrollerinfos",
            "antreanodeconfigs",
            "bgppolicies",
            "clustergroups",
            "egresses",
            "externalentities",
            "externalippools",
            "externalnodes",
            "flowexporterdestinations",
            "flowexportertargets",
            "groups",
            "ippools",
            "nodelatencymonitors",
            "packetcaptures",
            "supportbundlecollections",
            "tiers",
            "traceflows",
            "trafficcontrols"));
    groups.put(
        "k8s.ovn.org",
        Set.of(
            "adminpolicybasedexternalroutes",
            "clusteruserdefinednetworks",
            "egressfirewalls",
            "egressips",
            "egressqoses",
            "egressservices",
            "networkqoses",
            "routeadvertisements",
            "userdefinednetworks"));
    return Map.copyOf(groups);
  }
}
