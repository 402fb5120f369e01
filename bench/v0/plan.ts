/** How large and how long a run is. */
export interface Plan {
  readonly sessions: number
  readonly deepPage: number
  readonly rounds: number
  readonly measureMs: number
  readonly warmupMs: number
  readonly memoryMs: number
  /** Each connection has one request under way. */
  readonly connections: number
}

export const fullPlan: Plan = {
  sessions: 100_000,
  deepPage: 500,
  rounds: 7,
  measureMs: 3_000,
  warmupMs: 3_000,
  memoryMs: 60_000,
  connections: 100,
}

export const quickPlan: Plan = {
  ...fullPlan,
  sessions: 5_000,
  deepPage: 250,
  rounds: 2,
  measureMs: 1_000,
  warmupMs: 1_000,
  memoryMs: 9_000,
}
