/** Time limits. Tests use shorter ones. */
export interface Times {
  readonly initializeMs: number
  readonly sessionMs: number
  /** The time between the request to stop and the kill. */
  readonly cancelGraceMs: number
  /** The time between SIGTERM and SIGKILL. */
  readonly endGraceMs: number
  /** An agent that is idle for this long is ended; it is resumed on demand. */
  readonly idleMs: number
  /** An agent that waits for nobody and shows no activity for this long counts as stalled. */
  readonly stallMs: number
  /** Text that arrives within this time is shown together. */
  readonly previewJoinMs: number
  readonly historyMs: number
}

export const defaultTimes: Times = {
  initializeMs: 30_000,
  sessionMs: 60_000,
  cancelGraceMs: 10_000,
  endGraceMs: 10_000,
  idleMs: 600_000,
  stallMs: 300_000,
  previewJoinMs: 40,
  historyMs: 30_000,
}
