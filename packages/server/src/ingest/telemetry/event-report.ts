import type { ClientType } from '@muster/contract/telemetry'
import type { UsageEvent, UsageType } from '../../events/usage-event.ts'
import type { CounterPoint } from '../draft.ts'
import type { ReportedTokens } from '../vocabulary/tokens.ts'

/** Who did something, as the agent tells it. */
export interface Who {
  readonly session: string
  readonly client: ClientType
  readonly anonymousId?: string | undefined
}

/**
 * What an agent's file says of an event; what it leaves out is empty, not reported, or one for the quantity. Numbers are
 * given as they came: undefined is absent, NaN is something that is no number. The collector says what is wrong with them.
 */
export interface EventReport extends Partial<Pick<UsageEvent, 'outcome' | 'decision' | 'decidedBy'>> {
  /** Stable parts that tell the event from every other one of this agent. */
  readonly key: readonly (string | number | undefined)[]
  /** Takes the key's place where several agents may report the same thing, as a commit by its hash. */
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
  /** In whole units of the currency, US dollars when none is named. */
  readonly cost?: number | undefined
  readonly currency?: string
  readonly durationMs?: number | undefined
  readonly linesAdded?: number | undefined
  readonly linesRemoved?: number | undefined
}
