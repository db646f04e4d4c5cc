/**
 * {@code kubectl glovebox doctor}: {@link dev.glovebox.cli.doctor.ClusterReads} reads, once; each
 * check is a pure function over {@link dev.glovebox.cli.doctor.Seen}.
 */
package dev.glovebox.cli.doctor;
