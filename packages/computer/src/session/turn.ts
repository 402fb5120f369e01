import type { ContentBlock } from '@muster/contract/message'
import type { InForce } from '@muster/contract/relay/from-computer'
import type { Policy } from '@muster/contract/relay/to-computer'
import { type Loose, listOf, objectOf, textOf } from '../acp/loose.ts'
import { AgentError } from '../acp/peer.ts'
import type { AgentPreset } from '../agent/preset.ts'
import type { OpenTurn, SessionLog } from '../log/session-log.ts'
import { judgeToolCall, levelOf } from '../permission/judge-tool-call.ts'
import { mergeToolCall, type ToolCall } from '../transcript/tool-call.ts'
import { type Told, Transcript } from '../transcript/transcript.ts'
import type { AgentLink } from './agent-link.ts'
import { answerPermission } from './answer-permission.ts'
import { OpenPermissions } from './open-permissions.ts'
import { Previews } from './previews.ts'
import type { SessionHooks } from './session-hooks.ts'
import { StallWatch } from './stall-watch.ts'
import type { Times } from './times.ts'
import { type Refusal, ToolGuard } from './tool-guard.ts'
import { deafAgent, endOf, type Stop, systemMessage, type TurnEnd, textIn, toolsOf } from './turn-end.ts'
import { sentenceOf, TurnFault } from './turn-fault.ts'
import type { TurnOutbox } from './turn-outbox.ts'
import { TurnReports } from './turn-reports.ts'
import { TurnUsage } from './turn-usage.ts'

/** An agent that is ready for a turn. */
export interface ReadyAgent {
  readonly link: AgentLink
  readonly hooks: SessionHooks
  /** The earlier conversation, for an agent that does not know it. */
  readonly before: string | undefined
}

interface TurnOptions {
  readonly log: SessionLog
  readonly turn: OpenTurn
  readonly outbox: TurnOutbox
  readonly times: Times
  readonly preset: AgentPreset
  readonly now: () => number
  readonly newId: () => string
  readonly policy: () => Policy
  readonly send: ConstructorParameters<typeof Previews>[0]['send']
  readonly previewRate: ConstructorParameters<typeof Previews>[0]['rate']
  readonly prepareAgent: (turn: OpenTurn) => Promise<ReadyAgent>
}

const cancelled = { outcome: { outcome: 'cancelled' } }

/** One message of a person, from the moment that the agent may have it to the end of its work. */
export class Turn {
  readonly #options: TurnOptions
  readonly #transcript: Transcript
  readonly #permissions: OpenPermissions
  readonly #reports: TurnReports
  readonly #previews: Previews
  readonly #stall: StallWatch
  readonly #usage: TurnUsage
  readonly #stopping = Promise.withResolvers<void>()
  readonly #guard = new ToolGuard(
    (call) => this.#refusalOf(call),
    (reason) => this.stop({ cause: 'refused', reason }),
  )
  #stop: Stop | undefined
  #isWedged = false
  #link: AgentLink | undefined
  #hooks: SessionHooks | undefined

  constructor(options: TurnOptions) {
    this.#options = options
    const { log, turn, now, newId, times, send, previewRate, outbox } = options
    const { turnId } = turn.taken
    this.#transcript = new Transcript({ turnId, now, newId, ways: options.preset })
    this.#previews = new Previews({
      sessionId: log.sessionId,
      turnId,
      joinMs: times.previewJoinMs,
      send,
      rate: previewRate,
      text: () => this.#transcript.openText,
    })
    this.#permissions = new OpenPermissions(now)
    this.#reports = new TurnReports(now)
    this.#usage = new TurnUsage(options.preset, log)
    const isWaiting = () => this.#transcript.openTools > 0 || this.#permissions.count > 0
    this.#stall = new StallWatch(times.stallMs, isWaiting, (reason) => void outbox.tell({ kind: 'reason', reason }))
  }

  get turnId(): string {
    return this.#options.turn.taken.turnId
  }

  /** Resolves when the end of the turn is on disk. It never rejects. */
  async run(): Promise<void> {
    let end: TurnEnd
    try {
      end = await this.#work()
    } catch (error) {
      end = endOf(this.#stop, sentenceOf(error))
    }
    await this.#guard.settle()
    if (this.#stop?.cause === 'refused') end = endOf(this.#stop, '')
    this.#stall.stop()
    this.#previews.stop()
    this.#guard.stop()
    const link = this.#link
    // An agent that ignores a refusal must not continue, and one that hangs would hang again, so both are ended.
    if (this.#stop?.cause === 'refused' || this.#isWedged) await link?.end()
    link?.use(undefined)
    this.#permissions.cancelAll()
    const { outbox, log } = this.#options
    for (const told of this.#transcript.finish()) void outbox.tell(told)
    const usage = this.#usage.settle()
    if (usage) void outbox.tell(usage)
    // The service writes its own system message about a failed or interrupted turn.
    if (end.says && end.outcome === 'completed') void this.#say(end.says)
    const error = end.outcome === 'completed' ? undefined : end.says
    const agentSessionId = log.agent?.agentSessionId
    await link?.lookAround()
    const inForce = link && this.#newsOf(link)
    const report = this.#reports.report(this.#permissions.waitedMs)
    await outbox.tell({
      kind: 'end',
      outcome: end.outcome,
      ...(error && { error }),
      ...(agentSessionId && { agentSessionId }),
      ...(inForce && { inForce }),
      ...(report && { report }),
    })
  }

  /** Stops the work for a reason. Only the first reason counts, so that an agent is asked to stop once. */
  stop(stop: Stop): void {
    if (this.#stop) return
    this.#stop = stop
    this.#isWedged = this.#stall.isStalled
    this.#stopping.resolve()
  }

  decide(permissionId: string, optionId: string): void {
    this.#permissions.decide(permissionId, optionId)
  }

  watch(on: boolean): void {
    this.#previews.watch(on)
  }

  pause(isPaused: boolean): void {
    this.#link?.pause(isPaused)
  }

  async #work(): Promise<TurnEnd> {
    const { turn, log, now, prepareAgent } = this.#options
    const { content, settings, fault } = turn.taken
    if (fault !== undefined) throw new TurnFault(fault)
    const { link, hooks, before } = await this.#orStop(prepareAgent(turn))
    this.#hooks = hooks
    const missing = await this.#orStop(link.configure(settings, levelOf(settings, this.#options.policy())))
    const inForce = this.#newsOf(link)
    if (inForce) void this.#options.outbox.tell({ kind: 'reason', reason: null, inForce })
    if (missing.length > 0) void this.#say(`The agent does not offer ${missing.join(' and ')}; it goes on without.`)
    const raised = await this.#orStop(hooks.raise('UserPromptSubmit', { prompt: textIn(content) }))
    if (raised?.isBlocked) throw new TurnFault(raised.reason ?? 'A hook refused the message.')
    const context = [before, ...(raised?.additionalContext ?? [])].filter(Boolean).join('\n\n')
    await log.promptSent(this.turnId, now())
    this.#reports.begin()
    if (this.#stop) return endOf(this.#stop, '')
    hooks.forgetTools()
    this.#link = link
    link.use({
      onUpdate: (update) => this.#onUpdate(update),
      onPermission: (params) => this.#onPermission(params),
      onNotice: (text) => void this.#say(text),
    })
    this.#stall.begin()
    return this.#converse(link, content, context || undefined)
  }

  /** Prompts the agent until it ends its turn and no hook keeps it from stopping. */
  async #converse(link: AgentLink, content: readonly ContentBlock[], before: string | undefined): Promise<TurnEnd> {
    const result = await this.#prompt(link, content, before)
    this.#usage.count(result)
    if (this.#stop) return endOf(this.#stop, '')
    const { stopReason } = result
    if (stopReason === 'cancelled') return { outcome: 'interrupted' }
    if (stopReason === 'refusal') return { outcome: 'failed', says: 'The agent refused to go on.' }
    if (stopReason === 'max_tokens') return { outcome: 'completed', says: 'The agent stopped at its limit of tokens.' }
    if (stopReason === 'max_turn_requests') {
      return { outcome: 'completed', says: 'The agent stopped at its limit of model calls.' }
    }
    const raised = await this.#orStop(this.#hooks?.raise('Stop', {}))
    if (!raised?.isBlocked) return { outcome: 'completed' }
    const text = raised.reason ?? 'A hook wants you to go on.'
    return this.#converse(link, [{ type: 'text', id: this.#options.newId(), text }], undefined)
  }

  async #prompt(link: AgentLink, content: readonly ContentBlock[], before: string | undefined): Promise<Loose> {
    const answer = link.prompt(content, before)
    answer.catch((error) => this.#reports.failed(error))
    const first = await Promise.race([answer, this.#stopping.promise])
    if (first) return first
    // Resumes reading to get the agent's answer, however many updates wait.
    link.pause(false)
    link.cancel()
    this.#permissions.cancelAll()
    // A breach of the rules must not continue during the grace period.
    if (this.#stop?.cause === 'refused') return {}
    const { cancelGraceMs } = this.#options.times
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => resolve(undefined), cancelGraceMs)
    const result = await Promise.race([answer, late]).finally(() => clearTimeout(timer))
    if (result) return result
    await link.end()
    throw new AgentError(deafAgent)
  }

  #onUpdate(update: Loose): void {
    this.#stall.sign()
    const id = textOf(update.toolCallId)
    this.#usage.see(update)
    const told = this.#transcript.apply(update)
    const call = id === undefined ? undefined : this.#transcript.toolCall(id)
    if (call) this.#reports.see(call, update)
    this.#tellAll(told)
    if (call) this.#guard.onUpdate(call, update.status)
    this.#previews.changed()
  }

  #refusalOf(call: ToolCall): Promise<Refusal> | Refusal | undefined {
    const { turn, policy } = this.#options
    const { verdict, reason = '' } = judgeToolCall(call, turn.taken.settings, policy())
    return verdict === 'reject' ? { isBlocked: true, reason } : this.#hooks?.beforeTool(call)
  }

  #tellAll(told: readonly Told[]): void {
    for (const each of told) {
      void this.#options.outbox.tell(each)
      if (each.kind !== 'message') continue
      for (const { toolUseId, content, isError } of toolsOf(each.message)) {
        const call = this.#transcript.toolCall(toolUseId)
        if (!call) continue
        this.#reports.ended(call, content, isError === true)
        void this.#hooks?.afterTool(call, content, isError === true)
      }
    }
  }

  async #onPermission(params: Loose): Promise<unknown> {
    const { turn, outbox, policy, preset, now } = this.#options
    const told: Loose = { status: 'pending', ...objectOf(params.toolCall) }
    const id = textOf(told.toolCallId) ?? 'unknown'
    const call = mergeToolCall(this.#transcript.toolCall(id), id, told, preset)
    const shown = listOf(told.content).length > 0 ? listOf(told.content) : this.#transcript.shownOf(id)
    this.#guard.onAsked(call)
    this.#reports.asked(call, told)
    this.#tellAll(this.#transcript.asked(told))
    this.#stall.sign()
    if (!this.#hooks) return cancelled
    const { option, decidedBy } = await answerPermission({
      params,
      call,
      shown,
      settings: turn.taken.settings,
      policy: policy(),
      hooks: this.#hooks,
      open: this.#permissions,
      isOver: () => this.#stop !== undefined || turn.isEnded,
      tell: (update) => outbox.tell(update),
      now,
    })
    this.#stall.sign()
    const isAllowed = option?.kind.startsWith('allow') === true
    this.#guard.onAnswered(call, isAllowed)
    this.#reports.answered(call, isAllowed, decidedBy)
    return option ? { outcome: { outcome: 'selected', optionId: option.id } } : cancelled
  }

  /** The current model, mode and circumstances, if they differ from those last reported. */
  #newsOf(link: AgentLink): InForce | undefined {
    const [model, mode] = [link.currentModel ?? this.#usage.model, link.currentMode]
    const told = { ...(model && { model: model.slice(0, 200) }), ...(mode && { mode: mode.slice(0, 200) }) }
    const inForce = { ...told, ...link.circumstances }
    return link.isNews(inForce) ? inForce : undefined
  }

  #say(text: string): Promise<void> {
    const { newId, now, outbox } = this.#options
    return outbox.tell({ kind: 'message', message: systemMessage(text, this.turnId, newId, now()) })
  }

  /** The result of the work. Rejects if the turn is stopped first. */
  async #orStop<T>(work: Promise<T> | undefined): Promise<T> {
    const stopped = this.#stopping.promise.then(() => {
      throw new TurnFault('The turn was stopped.')
    })
    stopped.catch(() => {})
    return Promise.race([work as Promise<T>, stopped])
  }
}
