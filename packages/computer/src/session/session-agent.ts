import type { Message } from '@muster/contract/message'
import { preamble } from '../acp/preamble.ts'
import { agentEnvironment } from '../agent/agent-environment.ts'
import { homeOf, workFolder } from '../agent/work-folder.ts'
import type { OpenTurn, SessionLog } from '../log/session-log.ts'
import { openSandbox, type Sandbox } from '../sandbox/open-sandbox.ts'
import { AgentLink } from './agent-link.ts'
import type { SlotHolder } from './agent-slots.ts'
import { SessionHooks } from './session-hooks.ts'
import type { SessionOptions } from './session-options.ts'
import type { ReadyAgent } from './turn.ts'

/** The agent of a session: started on demand, ended when idle, and resumed later. */
export class SessionAgent implements SlotHolder {
  readonly #options: SessionOptions
  readonly #log: SessionLog
  #link: AgentLink | undefined
  /** The previous agent, which may still have running processes. */
  #last: AgentLink | undefined
  #hooks: SessionHooks | undefined
  #opening: Promise<ReadyAgent> | undefined
  #idleTimer: NodeJS.Timeout | undefined
  /** Text that the agent must get before the next message. */
  #before: string | undefined
  /** The rules with which the agent was started; other rules require a restart. */
  #startedBy = ''
  #sandbox: Sandbox | undefined
  /** Notices that people have not seen yet. They are delivered with the next turn, whichever agent runs it. */
  readonly #notices: string[] = []
  #history = Promise.withResolvers<readonly Message[]>()
  /** Resolves when hooks have been told about the agent's end. */
  #told: Promise<void> | undefined
  idleSince: number | undefined

  constructor(options: SessionOptions, log: SessionLog) {
    this.#options = options
    this.#log = log
  }

  get isAlive(): boolean {
    return this.#link !== undefined && !this.#link.hasEnded
  }

  /** The running agent, or a new one that knows the earlier conversation. */
  async prepare(turn: OpenTurn, onStarting: () => void, onReady: () => void): Promise<ReadyAgent> {
    clearTimeout(this.#idleTimer)
    this.idleSince = undefined
    const isHeld = this.#startedBy === this.#rulesOfStart() && this.#sandbox?.isWhole() !== false
    const isOfOtherRules = this.isAlive && !isHeld
    if (!this.#opening && (isOfOtherRules || this.#link?.hasEnded)) await this.endAgent()
    if (!this.#opening && this.isAlive && this.#link && this.#hooks) {
      return { link: this.#link, hooks: this.#hooks, before: this.#before }
    }
    onStarting()
    // If a turn is stopped while its agent starts, the next turn uses that start.
    this.#opening ??= this.#open(turn).finally(() => {
      this.#opening = undefined
    })
    const ready = await this.#opening
    onReady()
    return ready
  }

  /** The agent is idle. A turn that was stopped before its prompt leaves the agent's extra text to the next turn. */
  rest({ isPrompted }: OpenTurn): void {
    if (isPrompted) this.#before = undefined
    this.idleSince = performance.now()
    this.#options.slots.changed()
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => void this.endAgent(), this.#options.times.idleMs)
    this.#idleTimer.unref()
  }

  /** Receives earlier messages from the service. */
  takeHistory(messages: readonly Message[]): void {
    this.#history.resolve(messages)
  }

  /** Resolves when no process of the agent runs any more, including those of a previous one. */
  async endAgent(): Promise<void> {
    clearTimeout(this.#idleTimer)
    const sandbox = this.#sandbox
    const told = this.#onEnd(this.#link, 'other')
    await this.#last?.end()
    await told
    await this.#told
    await sandbox?.close()
  }

  async #open(turn: OpenTurn): Promise<ReadyAgent> {
    const { options, log } = { options: this.#options, log: this.#log }
    const { preset, place, env, home, slots, times, version, mark } = options
    const folder = await workFolder(place, log.sessionId, options.folders)
    this.#startedBy = this.#rulesOfStart()
    const own = homeOf(log.sessionId, options.folders, home)
    // Ending the previous agent kills all processes with this session's mark, so it must finish before a new one
    // starts.
    await this.#last?.end()
    await this.#told
    await this.#sandbox?.close()
    await slots.take(this)
    let started: AgentLink | undefined
    const request = {
      ...{ folder, home: own, env, preset, place, sessionId: log.sessionId },
      ...{ enclosure: options.enclosure, points: options.points, sandbox: options.policy().sandbox },
      confinement: await options.confinement(),
      tell: (text: string) => {
        options.onLog(`${log.sessionId}: ${text}`)
        if (started) started.notice(text)
        else this.#notices.push(text)
      },
      onDefiance: () => void started?.end(),
    }
    const sandbox = await openSandbox(request).catch((error: unknown) => {
      slots.free(this)
      throw error
    })
    this.#sandbox = sandbox
    const { command, args } = sandbox?.wrap(preset.command, preset.args) ?? preset
    const known = log.agent?.agentId === preset.id && log.agent.folder === folder ? log.agent : undefined
    const link = new AgentLink({
      preset,
      command,
      args,
      folder,
      version,
      times,
      env: agentEnvironment({ ...env, HOME: own }, preset, `${mark}.${log.sessionId}`),
      earlierId: known?.agentSessionId,
      meta: preset.sessionMeta?.(options.policy()),
      before: known?.before,
      onBefore: (before) => void (log.agent && log.remember({ ...log.agent, before })),
      notices: this.#notices,
      onAnswer: () => sandbox?.look(),
      onEnd: (how) => {
        if (link === this.#link) options.onLog(`${log.sessionId}: ${how}`)
        // Hooks for the end still run in it.
        void this.#onEnd(link, 'error')
          .then(() => this.#told)
          .finally(() => sandbox?.close())
      },
    })
    this.#link = link
    started = link
    try {
      await link.open()
      const { agentSessionId } = link
      if (!link.isContinued) await log.remember({ agentId: preset.id, agentSessionId, folder })
    } catch (error) {
      await link.end()
      await this.#onEnd(link, 'error')
      throw error
    }
    const { sessionId, path } = log
    const reporter = options.reporter
    const shell = sandbox?.wrap('/bin/sh', [])
    const projectShell = shell && [shell.command, ...shell.args]
    const hooks = new SessionHooks({
      sessionId,
      folder,
      home,
      env,
      preset,
      transcriptPath: path,
      reporter,
      projectShell,
    })
    this.#hooks = hooks
    const raised = await hooks.begin(link.isContinued ? 'resume' : 'startup')
    const before = link.isContinued || turn.taken.earlierTurns === 0 ? undefined : await this.#earlier()
    const context = [before, ...(raised?.additionalContext ?? [])].filter(Boolean).join('\n\n')
    this.#before = context || undefined
    return { link, hooks, before: this.#before }
  }

  #rulesOfStart(): string {
    const { preset, policy } = this.#options
    return JSON.stringify([policy().sandbox ?? {}, preset.sessionMeta?.(policy())])
  }

  /** Requests the earlier conversation from the service; without an answer the agent works with what it has. */
  async #earlier(): Promise<string | undefined> {
    const { send, times } = this.#options
    this.#history = Promise.withResolvers()
    if (!send({ type: 'need_history', sessionId: this.#log.sessionId })) return undefined
    const { promise: late, resolve } = Promise.withResolvers<readonly Message[]>()
    const timer = setTimeout(() => resolve([]), times.historyMs)
    const messages = await Promise.race([this.#history.promise, late]).finally(() => clearTimeout(timer))
    return preamble(messages)
  }

  async #onEnd(link: AgentLink | undefined, reason: 'other' | 'error'): Promise<void> {
    if (!link || link !== this.#link) return
    this.#link = undefined
    this.#last = link
    const hooks = this.#hooks
    this.#hooks = undefined
    this.#options.slots.free(this)
    this.#told = hooks?.end(reason)
    await this.#told
  }
}
