/** How long things may take. Tests use shorter ones. */
export interface Times {
  readonly initializeMs: number
  readonly sessionMs: number
  /** From the request to stop to the end by force. */
  readonly cancelGraceMs: number
  /** From SIGTERM to SIGKILL. */
  readonly endGraceMs: number
  /** An agent that has nothing to do for so long ends; it is resumed when it is needed. */
  readonly idleMs: number
  /** Without a sign from an agent that waits for nobody, it counts as stalled. */
  readonly stallMs: number
  /** Text that comes within it is shown together. */
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
