import type pg from 'pg'
import type { Transaction } from './transaction.ts'

/** A transaction that is played over and over on a number of connections. */
export interface SqlJob {
  readonly transaction: Transaction
  /** How many sessions there are to choose from. */
  readonly sessions: number
  readonly clients: number
  readonly durationMs: number
}

export interface SqlResult {
  readonly transactions: number
  readonly seconds: number
  /** CPU seconds of the program that sent the statements, without those of Postgres. */
  readonly cpuSeconds: number
}

/** For the driver in a process of its own. */
export type SqlRequest = SqlJob & { readonly connection: pg.ClientConfig }
