/** What strangers may cost: with all of it used up, some 500 connections hold 128 MiB that nobody has read. */
export const bounds = {
  connections: 500,
  streamsOfConnection: 64,
  /** What one connection may have sent without being read. */
  windowBytes: 256 * 1024,
  /** What HTTP/2 itself may keep for one connection: headers, frames that wait. */
  sessionMegabytes: 4,
  deadlineMs: 60_000,
  idleMs: 5 * 60_000,
  /** Old connections are told to come again, so that load balancers can spread them anew. */
  ageMs: 30 * 60_000,
  graceMs: 5_000,
  handshakeMs: 10_000,
} as const
