import type { ClientType } from '@muster/contract/telemetry'
import type { UsageEvent, UsageType } from '../../events/usage-event.ts'
import type { CounterPoint } from '../draft.ts'
import type { ReportedTokens } from '../vocabulary/tokens.ts'

/** The user, as the agent reports them. */
export interface Who {
  readonly session: string
  readonly client: ClientType
  readonly anonymousId?: string | undefined
}

/**
 * An event as an agent's file reports it. Fields that it leaves out are empty or not reported; the quantity is 1.
 * Numbers are passed unchecked: undefined is absent, NaN is not a number. The collector reports their faults.
 */
export interface EventReport extends Partial<Pick<UsageEvent, 'outcome' | 'decision' | 'decidedBy'>> {
  /** Stable values that distinguish the event from all others of this agent. */
  readonly key: readonly (string | number | undefined)[]
  /** Replaces the key if several agents may report the same event, such as a commit by its hash. */
  readonly sharedKey?: string | undefined
  readonly timeNs: string
  readonly who: Who
  readonly type: UsageType
  readonly name?: string
  readonly detail?: string
  readonly extra?: string
  readonly quantity?: number
  readonly tokens?: ReportedTokens | undefined
  readonly counter?: CounterPoint | undefined
  readonly errorKind?: string
  /** In whole units of the currency; US dollars if none is named. */
  readonly cost?: number | undefined
  readonly currency?: string
  readonly durationMs?: number | undefined
  readonly linesAdded?: number | undefined
  readonly linesRemoved?: number | undefined
  readonly cacheWriteHour?: number | undefined
}
