import type { AutonomyLevel } from '@muster/contract/enumerations'
import type { ContentBlock } from '@muster/contract/message'
import type { InForce } from '@muster/contract/relay/from-computer'
import type { SessionSettings } from '@muster/contract/session'
import { maxVersionLength } from '@muster/contract/telemetry'
import { type Loose, objectOf } from '../acp/loose.ts'
import {
  type AgentTimes,
  authenticate,
  type Initialized,
  initialize,
  isAuthRequired,
  type OpenedSession,
  openSession,
} from '../acp/open-session.ts'
import { AgentError, Peer } from '../acp/peer.ts'
import { promptContent } from '../acp/prompt-content.ts'
import { AgentProcess } from '../agent/agent-process.ts'
import { circumstancesOf } from '../agent/folder-circumstances.ts'
import type { AgentPreset } from '../agent/preset.ts'
import { applySettings, type Before } from './apply-settings.ts'
import { TurnFault } from './turn-fault.ts'

interface LinkOptions {
  readonly preset: AgentPreset
  /** The program to start: the preset's own, or the sandbox around it. */
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly folder: string
  readonly version: string
  readonly times: AgentTimes & { readonly endGraceMs: number }
  readonly earlierId: string | undefined
  readonly meta: Loose | undefined
  /** From the earlier conversation: the values that were set before we changed them. */
  readonly before: Readonly<Before> | undefined
  readonly onBefore: (before: Readonly<Before>) => void
  /** Notices that have not been delivered yet. */
  readonly notices: string[]
  /** Called when a prompt has been answered, before its turn ends. */
  readonly onAnswer: () => Promise<void> | undefined
  readonly onEnd: (how: string) => void
}

/** The current user of the agent. */
interface LinkUser {
  onUpdate(update: Loose): void
  onPermission(params: Loose): Promise<unknown>
  /** A notice about the agent for people. */
  onNotice(text: string): void
}

/** A running agent with its session. */
export class AgentLink {
  readonly #peer: Peer
  readonly #process: AgentProcess
  readonly #options: LinkOptions
  #initialized: Initialized | undefined
  #opened: OpenedSession | undefined
  #user: LinkUser | undefined
  #hasEnded = false
  #before: Before = {}
  #toldInForce = '{}'
  #place: Pick<InForce, 'repository' | 'branch'> = {}

  constructor(options: LinkOptions) {
    this.#options = options
    this.#peer = new Peer({
      write: (line) => this.#process.write(line),
      onNotification: (method, params) => {
        if (method !== 'session/update') return
        const update = objectOf(params.update)
        this.#opened?.options.see(update)
        this.#user?.onUpdate(update)
      },
      onRequest: (method, params) => this.#answer(method, params),
    })
    this.#process = new AgentProcess({
      command: options.command,
      args: options.args,
      cwd: options.folder,
      env: options.env,
      graceMs: options.times.endGraceMs,
      onLine: (line) => this.#peer.receive(line),
      onEnd: (how) => {
        this.#hasEnded = true
        this.#peer.close(new AgentError(how))
        options.onEnd(how)
      },
    })
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  /** Which agent it is, and where it works. */
  get circumstances(): InForce {
    const { preset } = this.#options
    const version = this.#initialized?.version?.slice(0, maxVersionLength)
    return { agent: preset.hookAgent ?? preset.id, ...(version && { agentVersion: version }), ...this.#place }
  }

  /** Checks again in which repository and on which branch the agent works, because it may have changed that. */
  async lookAround(): Promise<void> {
    this.#place = await circumstancesOf(this.#options.folder)
  }

  /** The current model by the agent's own name; `undefined` if the agent does not report it. */
  get currentModel(): string | undefined {
    return this.#opened?.options.current('model')
  }

  /** The display name of the current mode. Planning can be a separate option. */
  get currentMode(): string | undefined {
    const options = this.#opened?.options
    const plan = Object.entries(this.#options.preset.modes?.plan ?? {})
    const planning = plan.find(([name, value]) => name !== 'mode' && options?.current(name) === value)
    return options?.currentName(planning?.[0] ?? 'mode')
  }

  /** Whether this differs from the last reported state. */
  isNews(inForce: InForce): boolean {
    const before = this.#toldInForce
    this.#toldInForce = JSON.stringify(inForce)
    return this.#toldInForce !== before
  }

  get isContinued(): boolean {
    return this.#opened?.isContinued === true
  }

  get agentSessionId(): string {
    return this.#opened?.agentSessionId ?? ''
  }

  /**
   * Starts the agent and opens a session. Updates that it replays from an earlier session are dropped, because the link
   * has no user yet.
   */
  async open(): Promise<void> {
    const { preset, times, env, folder, earlierId, meta, version } = this.#options
    try {
      const initialized = await initialize(this.#peer, version, times)
      this.#initialized = initialized
      await authenticate(this.#peer, initialized, preset, env, times)
      this.#opened = await openSession(this.#peer, initialized, { folder, earlierId, meta }, times)
      if (this.#opened.isContinued) this.#before = { ...this.#options.before }
    } catch (error) {
      void this.end()
      if (isAuthRequired(error))
        throw new TurnFault(`${preset.title} is not signed in on this computer: ${preset.signIn}`)
      throw error
    }
  }

  /** Applies the settings of the session. Returns the settings that the agent does not support. */
  async configure(settings: SessionSettings, level: AutonomyLevel): Promise<string[]> {
    const { preset, times, onBefore } = this.#options
    if (!this.#opened) return []
    const { options } = this.#opened
    const ask = (method: string, params: Loose) => this.#peer.request(method, params, times.sessionMs)
    const before = { ...this.#before }
    try {
      return await applySettings({ preset, options, ask, settings, level, before: this.#before })
    } finally {
      if (JSON.stringify(before) !== JSON.stringify(this.#before)) onBefore({ ...this.#before })
    }
  }

  use(user: LinkUser | undefined): void {
    this.#user = user
    for (const text of user ? this.#options.notices.splice(0) : []) user?.onNotice(text)
  }

  /** Delivered at once, or with the next message. */
  notice(text: string): void {
    if (this.#user) this.#user.onNotice(text)
    else this.#options.notices.push(text)
  }

  prompt(content: readonly ContentBlock[], before: string | undefined): Promise<Loose> {
    const takes = this.#initialized ?? { takesImages: false, takesFiles: false }
    const blocks = promptContent(content, takes)
    const prompt = before === undefined ? blocks : [{ type: 'text', text: before }, ...blocks]
    const answer = this.#peer.request('session/prompt', { sessionId: this.agentSessionId, prompt })
    return answer.finally(this.#options.onAnswer)
  }

  /** Asks the agent to stop. Call it once per turn: a second request could cancel the next turn. */
  cancel(): void {
    this.#peer.notify('session/cancel', { sessionId: this.agentSessionId })
  }

  pause(isPaused: boolean): void {
    if (isPaused) this.#process.pause()
    else this.#process.resume()
  }

  /** Resolves when no process of the agent runs any more. */
  end(): Promise<void> {
    this.#hasEnded = true
    return this.#process.end()
  }

  #answer(method: string, params: Loose): Promise<unknown> | undefined {
    if (method === 'session/request_permission') {
      return this.#user?.onPermission(params) ?? Promise.resolve({ outcome: { outcome: 'cancelled' } })
    }
    // No person here can answer questions in other forms.
    return method === 'elicitation/create' ? Promise.resolve({ action: 'cancel' }) : undefined
  }
}
