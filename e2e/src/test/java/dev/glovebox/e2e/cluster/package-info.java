/**
 * Who provides the cluster that the tests run on, and the JUnit extension that hands it to them.
 */
package dev.glovebox.e2e.cluster;
