/** Limits for unknown callers. In the worst case, some 500 connections hold 128 MiB of unread data. */
export const bounds = {
  connections: 500,
  streamsOfConnection: 64,
  /** The most unread bytes of one connection. */
  windowBytes: 256 * 1024,
  /** The most that HTTP/2 itself stores for one connection: headers and waiting frames. */
  sessionMegabytes: 4,
  deadlineMs: 60_000,
  idleMs: 5 * 60_000,
  /** Old connections are asked to reconnect, so that load balancers can spread them again. */
  ageMs: 30 * 60_000,
  graceMs: 5_000,
  handshakeMs: 10_000,
} as const
