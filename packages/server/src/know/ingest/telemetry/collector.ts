import { canonicalModel } from '@muster/contract/model-name'
import { maxNameLength } from '@muster/contract/telemetry'
import { type UsageType, unreported } from '../../events/usage-event.ts'
import {
  keptCommandLength,
  keptExamples,
  maxActiveMs,
  maxEventsOfRequest,
  maxIdentityLength,
  maxQuantity,
  maxTotal,
  tooManyDays,
  tooManyEvents,
} from '../bounds.ts'
import { DayBound } from '../day-bound.ts'
import type { EventDraft, Quarantined, Reading } from '../draft.ts'
import { shortened, Tellings } from '../tellings.ts'
import { emailOf } from '../vocabulary/email.ts'
import { faultOfTime } from '../vocabulary/plausible-time.ts'
import {
  errorKindOf,
  type Reported,
  reportedCost,
  reportedDuration,
  reportedHour,
  reportedLines,
} from '../vocabulary/reported-numbers.ts'
import { countTokens, noTokens, type Tokens } from '../vocabulary/tokens.ts'
import { type Circumstances, circumstancesOf } from './circumstances.ts'
import type { EventReport } from './event-report.ts'
import type { Attributes } from './otlp/telemetry.ts'
import { msOf } from './otlp/time.ts'

/** Types that may have no name. Any other type without a name is named `unknown`. */
const nameless: ReadonlySet<UsageType> = new Set(['session_start', 'commit', 'pull_request'])

/** Collects the results of the records of one request, and is the one place that checks every event. */
export class Collector {
  readonly #nowMs: number
  readonly #drafts: EventDraft[] = []
  readonly #quarantined: Quarantined[] = []
  readonly #tellings = new Tellings()
  readonly #days = new DayBound()
  readonly #checks: string[] = []
  #records = 0
  #rejectedRecords = 0
  #ignored = 0
  #agent = ''
  #what = ''
  #resource: Attributes = new Map()
  #own: Attributes = new Map()
  #circumstances: Circumstances | undefined
  #touched = false
  #rejected = false

  constructor(nowMs: number) {
    this.#nowMs = nowMs
  }

  /** Starts a record. `what` names it for people. */
  begin(agent: string, what: string, own: Attributes, resource: Attributes): void {
    this.#records++
    this.#agent = agent
    this.#what = what
    this.#own = own
    this.#resource = resource
    this.#circumstances = undefined
    this.#touched = false
    this.#rejected = false
  }

  end(): void {
    if (!this.#touched) this.#ignored++
  }

  /** Counts records that no reader wants. */
  skip(records: number): void {
    this.#records += records
    this.#ignored += records
  }

  /** Adds an event or rejects its record. Returns whether it was added. */
  event(report: EventReport): boolean {
    this.#touched = true
    const counted = report.tokens === undefined ? { tokens: noTokens } : countTokens(report.tokens)
    const fault = this.#faultOf(report) ?? ('fault' in counted ? counted.fault : undefined)
    if (fault !== undefined) {
      this.quarantine(fault)
      return false
    }
    this.#drafts.push(this.#draftOf(report, 'tokens' in counted ? counted.tokens : noTokens))
    return true
  }

  #draftOf(report: EventReport, tokens: Tokens): EventDraft {
    const { who, type } = report
    const given = report.name || (nameless.has(type) ? '' : 'unknown')
    const name = isModel(type) ? canonicalModel(given) : given
    const cost = this.#kept(reportedCost(report.cost))
    return {
      ...unreported,
      key: report.sharedKey ?? `${this.#agent}|${report.key.join('|')}`,
      isShared: report.sharedKey !== undefined,
      agent: this.#agent,
      timeMs: msOf(report.timeNs),
      email: this.#email(),
      anonymousId: this.#endUser() || who.anonymousId || undefined,
      session: who.session,
      client: who.client,
      type,
      name,
      detail: report.detail ?? '',
      extra: report.extra ?? '',
      quantity: report.quantity ?? 1,
      ...tokens,
      ...this.#here(),
      rawName: name === given ? '' : given,
      outcome: report.outcome ?? '',
      errorKind: errorKindOf(report.errorKind ?? ''),
      decision: report.decision ?? '',
      decidedBy: report.decidedBy ?? '',
      currency: cost === null ? '' : (report.currency ?? 'USD'),
      cost,
      linesAdded: this.#kept(reportedLines(report.linesAdded)),
      linesRemoved: this.#kept(reportedLines(report.linesRemoved)),
      durationMs: this.#kept(reportedDuration(report.durationMs)),
      cacheWriteHourTokens: this.#kept(reportedHour(report.cacheWriteHour, tokens.cacheWriteTokens)),
      counter: report.counter,
    }
  }

  /** An impossible number is left out, and the event counts without it. */
  #kept(reported: Reported): number | null {
    if ('value' in reported) return reported.value
    this.tellChange(`${reported.fault}, and is left out.`)
    return null
  }

  /** The circumstances, which are the same for all events of a record. */
  #here(): Circumstances {
    this.#circumstances ??= circumstancesOf(this.#own, this.#resource, (what) => {
      this.tellChange(`Its ${what} is too long, or holds characters that cannot be stored, and is left out.`)
    })
    return this.#circumstances
  }

  /** Rejects the record. It counts once, however many faults it has. */
  quarantine(reason: string): void {
    this.#touched = true
    if (this.#rejected) return
    this.#rejected = true
    this.#rejectedRecords++
    this.#tellings.tell('refused', this.#agent, reason)
    if (this.#quarantined.length >= keptExamples) return
    this.#quarantined.push({ reason, what: shortened(`${this.#agent} ${this.#what}`) })
  }

  /** Notes that the record counts with a change. */
  tellChange(reason: string): void {
    this.#tellings.tell('changed', this.#agent, reason)
  }

  /** Notes that the record looks like usage but nothing in it is counted. */
  passOver(reason: string): void {
    this.#tellings.tell('passed_over', this.#agent, reason)
  }

  /** Notes that the record only tests whether it arrives. */
  check(id: string): void {
    this.#touched = true
    if (this.#checks.length < keptExamples) this.#checks.push(id)
  }

  unknownTool(rawName: string): void {
    this.#tellings.unknownTool(rawName)
  }

  result(): Reading {
    return {
      drafts: this.#drafts,
      rejected: this.#rejectedRecords,
      quarantined: this.#quarantined,
      told: this.#tellings.told,
      unknownToolCalls: this.#tellings.unknownToolCalls,
      unknownTools: this.#tellings.unknownTools,
      checks: this.#checks,
      records: this.#records,
      ignored: this.#ignored,
    }
  }

  #faultOf({ timeNs, who, name = '', detail = '', extra = '', key, ...rest }: EventReport): string | undefined {
    const { quantity = 1, counter, type } = rest
    const timeMs = msOf(timeNs)
    if (Number.isNaN(timeMs)) return 'It has no time.'
    const faultyTime = faultOfTime(timeMs, this.#nowMs)
    if (faultyTime !== undefined) return `Its time ${faultyTime}.`
    if (!this.#days.admits(timeMs)) return tooManyDays
    if (this.#drafts.length >= maxEventsOfRequest) return tooManyEvents
    if (!isPlain(who.session, maxNameLength)) return unusable('session id')
    if (!isPlain(who.anonymousId ?? '', maxNameLength)) return unusable('user id')
    if (!isPlain(name, maxNameLength)) return unusable('name')
    if (!isPlain(detail, maxNameLength)) return unusable('detail')
    if (!isPlain(extra, keptCommandLength)) return unusable('last part')
    if (key.join('|').length > maxIdentityLength) return 'What tells it from other records is too long.'
    if (!Number.isInteger(quantity)) return 'Its quantity is no whole number.'
    if (quantity < 0) return 'Its quantity is negative.'
    const most = type === 'active_time' ? maxActiveMs : counter === undefined ? maxQuantity : maxTotal
    return quantity > most ? `Its quantity is larger than ${most}.` : undefined
  }

  #email(): string | undefined {
    return this.#emailAt('user.email') ?? this.#emailAt('enduser.id') ?? this.#emailAt('user.id')
  }

  #emailAt(key: string): string | undefined {
    const value = this.#own.get(key) ?? this.#resource.get(key)
    return typeof value === 'string' ? emailOf(value) : undefined
  }

  /** The user that an administrator configured beside the API key, for agents that report no user. */
  #endUser(): string {
    const value = this.#own.get('enduser.id') ?? this.#resource.get('enduser.id')
    return typeof value === 'string' && isPlain(value, maxNameLength) ? value : ''
  }
}

function isModel(type: UsageType): boolean {
  return type === 'model_call' || type === 'model_failure'
}

function unusable(part: string): string {
  return `Its ${part} is too long, or holds characters that cannot be stored.`
}

/** Whether a text can be stored unchanged: Postgres stores no NUL, and a lone surrogate has no UTF-8 encoding. */
function isPlain(text: string, most: number): boolean {
  return text.length <= most && !text.includes('\0') && text.isWellFormed()
}
