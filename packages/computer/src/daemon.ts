import { randomUUIDv7 } from 'node:crypto'
import { hostname, platform, release } from 'node:os'
import type { Hello } from '@muster/contract/relay/from-computer'
import { relayProtocol } from '@muster/contract/relay/protocol'
import { maxUnfinishedRate, SendRate } from '@muster/contract/relay/send-rate'
import type { FrameToComputer, Policy } from '@muster/contract/relay/to-computer'
import type { Reporter } from '@muster/hooks/report/reporter'
import type { AgentPreset } from './agent/preset.ts'
import { sweepStrays } from './agent/sweep-strays.ts'
import type { FolderOptions } from './agent/work-folder.ts'
import { answer } from './answer.ts'
import { fetchContent } from './fetch-content.ts'
import { isSafeId, isUuid, listSessions } from './log/sessions-on-disk.ts'
import { admits, privateFault, withConsent } from './place/consent.ts'
import { type HeldLock, holdLock } from './place/hold-lock.ts'
import type { Identity } from './place/identity.ts'
import { makePlace, markOf, type Place } from './place/place.ts'
import { type Status, writeStatus } from './place/status.ts'
import type { Ending } from './relay/ending.ts'
import { Relay } from './relay/relay.ts'
import type { Enclosure } from './sandbox/enclosed.ts'
import { MountPoints } from './sandbox/mount-points.ts'
import { probeConfinement } from './sandbox/probe.ts'
import { AgentSlots } from './session/agent-slots.ts'
import type { Session } from './session/session.ts'
import { Sessions } from './session/sessions.ts'
import { defaultTimes, type Times } from './session/times.ts'

export interface DaemonOptions {
  readonly place: Place
  readonly identity: Identity
  readonly preset: AgentPreset
  readonly agentVersion?: string | undefined
  readonly folders: FolderOptions
  readonly maxSessions: number
  readonly home: string
  readonly env: NodeJS.ProcessEnv
  readonly version: string
  readonly reporter?: Reporter | undefined
  /** Agents are always restricted to this, whatever the rules are. */
  readonly enclosure?: Enclosure | undefined
  readonly onLog: (text: string) => void
  readonly times?: Partial<Times> | undefined
  readonly pauseFactor?: number | undefined
}

/** Another daemon already runs on this machine. */
class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning'
}

const dayMs = 86_400_000

/** The maximum number of sessions in the first frame. The newest are reported; the others expire by age. */
const maxTold = 10_000

/** The daemon of a computer. */
export class Daemon {
  readonly #options: DaemonOptions
  readonly #lock: HeldLock
  readonly #relay: Relay
  readonly #sessions: Sessions
  readonly #confinement: Awaited<ReturnType<typeof probeConfinement>>
  readonly #cleaning: NodeJS.Timeout
  #policy: Policy = {}
  #state: Pick<Status, 'state' | 'detail'> = { state: 'connecting' }
  /** Why no turn can run here under the rules of the organization. */
  #hindrance: string | undefined
  /** The number of the last connection. */
  #epoch: number | undefined
  #stopping: Promise<void> | undefined

  private constructor(options: DaemonOptions, lock: HeldLock, confinement: { available: boolean; reason?: string }) {
    this.#options = options
    this.#lock = lock
    this.#confinement = confinement
    const { place, identity, env, preset, home, version, folders, onLog } = options
    this.#sessions = new Sessions({
      place,
      preset,
      env,
      home,
      version,
      folders,
      onLog,
      mark: markOf(place),
      times: { ...defaultTimes, ...options.times },
      slots: new AgentSlots(options.maxSessions),
      reporter: options.reporter,
      confinement: async () => confinement,
      enclosure: options.enclosure,
      points: new MountPoints(place.mountPoints),
      policy: () => withConsent(this.#policy, identity),
      send: (frame) => this.#relay.send(frame),
      previewRate: new SendRate(maxUnfinishedRate),
      now: () => Date.now(),
      newId: () => randomUUIDv7(),
    })
    this.#relay = new Relay({
      url: identity.relayUrl,
      credential: identity.credential,
      env,
      hello: () => this.#hello(),
      onWelcome: ({ policy, epoch }) => {
        this.#epoch = epoch
        this.#policy = policy
        this.#tellHindrance()
        onLog(`Connected to ${identity.serviceUrl}${epoch > 1 ? `, connection ${epoch}` : ''}.`)
        for (const session of this.#sessions.all) session.resend()
        this.#clean()
      },
      onFrame: (frame) => {
        this.#take(frame).catch((error: unknown) => {
          onLog(`A frame ${frame.type} failed: ${String(error)}`)
          // After reconnecting, the service offers a message again that could not be stored.
          if (frame.type === 'prompt') this.#relay.connectAgain()
        })
      },
      onLeaseLost: () => {
        onLog('The service was not heard for too long: agents are stopped.')
        for (const session of this.#sessions.all) session.stop({ cause: 'lease' })
      },
      onState: (state, detail) => {
        this.#state = { state, detail }
        if (state !== 'connected') this.#writeStatus()
        if (detail) onLog(detail)
      },
      ...(options.pauseFactor !== undefined && { pauseFactor: options.pauseFactor }),
    })
    this.#cleaning = setInterval(() => this.#clean(), dayMs / 24)
    this.#cleaning.unref()
  }

  /** Takes the lock, ends processes of an earlier daemon, and connects. */
  static async start(options: DaemonOptions): Promise<Daemon> {
    makePlace(options.place)
    const lock = holdLock(options.place)
    if (!lock) throw new AlreadyRunning('A daemon runs on this machine already: muster computers status')
    const strays = sweepStrays(markOf(options.place))
    if (strays > 0) options.onLog(`Ended ${strays} processes that an earlier daemon had left.`)
    const daemon = new Daemon(options, lock, await probeConfinement(options.env))
    await daemon.#sessions.recover()
    daemon.#relay.start()
    return daemon
  }

  /** Resolves when the service has forbidden this computer to reconnect, with the reason. */
  get ended(): Promise<Ending | undefined> {
    return this.#relay.ended
  }

  /**
   * Shuts down. Running turns may continue for `drainMs` while the connection lasts; then they are stopped. The service
   * gets their ends now, or after the next start from the disk.
   */
  stop(drainMs: number): Promise<void> {
    this.#stopping ??= this.#stop(drainMs)
    return this.#stopping
  }

  async #stop(drainMs: number): Promise<void> {
    const sessions = this.#sessions.all
    const working = sessions.filter(({ isWorking }) => isWorking)
    await within(drainMs, Promise.all(working.map(({ whenIdle }) => whenIdle)))
    for (const session of sessions) session.stop({ cause: 'shutdown' })
    await Promise.all(sessions.map(({ whenIdle }) => whenIdle))
    await within(drainMs === 0 ? 500 : 2000, this.#acknowledged())
    await Promise.all(sessions.map((session) => session.close()))
    this.#relay.close()
    clearInterval(this.#cleaning)
    writeStatus(this.#options.place, undefined)
    this.#lock.release()
  }

  /** Reported when the rules arrive, so that people need not wait for the first turn to fail. */
  #tellHindrance(): void {
    const { available, reason = '' } = this.#confinement
    const isHindered = this.#policy.sandbox?.enabled === true && !available
    const told = this.#hindrance
    this.#hindrance = isHindered
      ? `No turn can run here: the organization demands that agents are confined. ${reason}`.trim()
      : undefined
    if (this.#hindrance && this.#hindrance !== told) this.#options.onLog(this.#hindrance)
    this.#writeStatus()
  }

  #writeStatus(): void {
    const { place, preset, identity } = this.#options
    const { name, serviceUrl } = identity
    writeStatus(place, { ...this.#state, hindrance: this.#hindrance, agent: preset.id, name, serviceUrl })
  }

  #hello(): Hello {
    const { preset, version, agentVersion, folders, identity } = this.#options
    const { access, maxAutonomyLevel } = identity
    const { id, title } = preset
    return {
      type: 'hello',
      protocol: relayProtocol,
      ...(this.#epoch !== undefined && { epoch: this.#epoch }),
      daemon: {
        version,
        hostname: hostname().slice(0, 253) || 'unknown',
        platform: `${platform()} ${release()}`.slice(0, 100),
        agents: [{ id, title, ...(agentVersion && { version: agentVersion.slice(0, 100) }) }],
        // If each session has its own folder, the common folder is irrelevant.
        ...(!folders.isPerSession && { folder: folders.folder.slice(0, 4096) }),
        consent: { access, ...(maxAutonomyLevel && { maxAutonomyLevel }) },
        confinement: this.#confinement,
      },
      turns: this.#sessions.all.flatMap((session) => session.knownTurns()).slice(0, maxTold),
      sessions: listSessions(this.#options.place).filter(isUuid).toSorted().slice(-maxTold),
    }
  }

  async #take(frame: FrameToComputer): Promise<void> {
    if (frame.type === 'policy') {
      this.#policy = frame.policy
      this.#tellHindrance()
    } else if (frame.type === 'ask') {
      this.#relay.send(await answer(frame, this.#options.place, this.#options.identity.computerId))
    } else if ('sessionId' in frame && isSafeId(frame.sessionId)) {
      const { sessionId } = frame
      await this.#sessions.inOrder(sessionId, () => this.#takeOf(sessionId, frame))
    }
  }

  async #takeOf(sessionId: string, frame: FrameToComputer): Promise<void> {
    if (frame.type === 'forget') return this.#sessions.forget(sessionId)
    if (frame.type === 'prompt') return this.#takePrompt(frame)
    const session = this.#sessions.find(sessionId)
    if (session) await this.#takeWith(session, frame)
  }

  async #takeWith(session: Session, frame: FrameToComputer): Promise<void> {
    switch (frame.type) {
      case 'go':
        if (!this.#stopping) session.go(frame.turnId)
        break
      case 'turn_over':
        await session.turnOver(frame.turnId)
        break
      case 'ack':
        session.acknowledge(frame.turnId, frame.seq)
        break
      case 'interrupt':
        session.interrupt(frame.turnId)
        break
      case 'decided':
        // The answer of a person who may not answer here ends the turn, because nobody would give another answer.
        if (admits(this.#options.identity, frame.userId))
          session.decide(frame.turnId, frame.permissionId, frame.optionId)
        else session.interrupt(frame.turnId)
        break
      case 'watch':
        session.watch(frame.on)
        break
      case 'history':
        session.takeHistory(frame.messages)
    }
    await this.#sessions.release(session)
  }

  async #takePrompt(frame: Extract<FrameToComputer, { type: 'prompt' }>): Promise<void> {
    if (this.#stopping) return
    const { sessionId, turnId, settings, earlierTurns, policy } = frame
    this.#policy = policy
    const { identity } = this.#options
    const { content, fault } = admits(identity, frame.userId)
      ? await fetchContent(frame, identity)
      : { content: [], fault: privateFault }
    const session = await this.#sessions.open(sessionId)
    await session.take({ turnId, content, settings, earlierTurns, ...(fault !== undefined && { fault }) })
  }

  #clean(): void {
    const { sessionRetentionDays } = this.#policy
    if (sessionRetentionDays !== undefined) void this.#sessions.removeOld(sessionRetentionDays)
  }

  async #acknowledged(): Promise<void> {
    while (this.#relay.isConnected && this.#sessions.all.some((session) => session.hasMoreToTell)) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  if (ms === 0) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
