/**
 * Settings of the embedded server, for a small machine that must not lose acknowledged writes. They
 * are given on every start, so that a newer version of them reaches old data as well.
 */
export const postgresSettings: Readonly<Record<string, string>> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "60",
  shared_buffers: "64MB",
  effective_cache_size: "256MB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  max_wal_size: "256MB",
  min_wal_size: "48MB",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  // Compilation of a query takes longer than any of our queries.
  jit: "off",
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",
  // Starts, stops and crashes only; a failed statement is reported by our own code.
  log_min_messages: "log",
  log_checkpoints: "off",
};
