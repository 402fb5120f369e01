/** How large and how long a run is. */
export interface Plan {
  readonly rounds: number
  readonly ingest: { readonly connections: number; readonly durationMs: number; readonly recordsOfBody: number }
  readonly batch: { readonly users: number; readonly eventsOfUser: number }
  readonly serving: {
    readonly connections: number
    readonly durationMs: number
    readonly days: number
    readonly users: number
    readonly eventsOfUserDay: number
    /** How many times as many events the store holds when it is measured again. */
    readonly growth: number
  }
  readonly large: { readonly days: number; readonly users: number; readonly firstBytes: number }
  readonly growth: { readonly stored: readonly number[]; readonly ingested: number; readonly ofDay: number }
}

export const fullPlan: Plan = {
  rounds: 5,
  ingest: { connections: 16, durationMs: 4_000, recordsOfBody: 500 },
  batch: { users: 1_000, eventsOfUser: 1_000 },
  serving: { connections: 50, durationMs: 2_000, days: 30, users: 200, eventsOfUserDay: 10, growth: 100 },
  large: { days: 300, users: 10_000, firstBytes: 9 },
  growth: { stored: [100_000, 1_000_000, 10_000_000], ingested: 20_000, ofDay: 100_000 },
}

export const quickPlan: Plan = {
  rounds: 2,
  ingest: { ...fullPlan.ingest, durationMs: 1_500 },
  batch: { users: 200, eventsOfUser: 500 },
  serving: { ...fullPlan.serving, durationMs: 700, growth: 10 },
  large: { days: 60, users: 1_000, firstBytes: 3 },
  growth: { stored: [100_000, 1_000_000], ingested: 10_000, ofDay: 50_000 },
}
