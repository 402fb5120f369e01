import { setTimeout as pause } from 'node:timers/promises'
import type { ManagedReport, ManagedStart } from '@muster/contract/managed-computer'
import { findProgram } from '../agent/detect.ts'
import type { AgentPreset } from '../agent/preset.ts'
import { customAgent, findPreset, presets } from '../agent/presets.ts'
import { Daemon } from '../daemon.ts'
import { isHeld } from '../place/hold-lock.ts'
import { makePlace } from '../place/place.ts'
import { type Confinement, probeConfinement } from '../sandbox/probe.ts'
import { enclosureFor } from './enclosure.ts'
import { type ManagedPlace, managedPlace, writeEnvironment } from './managed-place.ts'

interface Service {
  readonly env: NodeJS.ProcessEnv
  readonly report: (report: ManagedReport) => void
  readonly credential: () => Promise<string>
  /** Resolves when the service has exited, for any reason. */
  readonly serviceGone: () => Promise<void>
}

/** Without the service, running turns end with their lease. If it comes back, they may continue for this long. */
const drainMs = 10 * 60_000
const lookMs = 200

/**
 * Runs a computer on the service's own host. Sets it up step by step, and works until the service exits or ends it.
 * Returns the exit code.
 */
export async function runManaged(start: ManagedStart, service: Service): Promise<number> {
  const { report, env } = service
  const step = async <T>(id: 'configure-environment' | 'install-agent' | 'start-services', work: () => Promise<T>) => {
    report({ kind: 'step', step: id, status: 'running' })
    const done = await work().catch((error: unknown) => {
      report({
        kind: 'step',
        step: id,
        status: 'failed',
        error: error instanceof Error ? error.message : String(error),
      })
      return undefined
    })
    // The service itself completes the last step when it accepts the connection.
    if (done !== undefined && id !== 'start-services') report({ kind: 'step', step: id, status: 'completed' })
    return done
  }
  const at = managedPlace(start.directory)
  const confinement = await step('configure-environment', () => configure(start, at, env))
  const preset = confinement && (await step('install-agent', async () => chooseAgent(start.agent, env)))
  if (!confinement || !preset) return 1
  const daemon = await step('start-services', () => startDaemon(start, service, at, preset))
  if (!daemon) return 1
  const isUnwanted = await Promise.race([daemon.ended, service.serviceGone()])
  await daemon.stop(isUnwanted ? 0 : drainMs)
  return 0
}

async function configure(
  { mustConfine }: ManagedStart,
  at: ManagedPlace,
  env: NodeJS.ProcessEnv,
): Promise<Confinement> {
  makePlace(at.place)
  writeEnvironment(at)
  const confinement = await probeConfinement(env)
  if (mustConfine && !confinement.available) {
    throw new Error(
      `Agents cannot be confined here. ${confinement.reason ?? ''} Or set MUSTER_MANAGED_COMPUTERS=any, and they run unconfined.`,
    )
  }
  return confinement
}

function chooseAgent(wanted: string | undefined, env: NodeJS.ProcessEnv): AgentPreset {
  const preset =
    wanted === undefined
      ? presets.find(({ id, command }) => id !== 'demo' && findProgram(command, env) !== undefined)
      : (findPreset(wanted) ?? customAgent(wanted))
  if (!preset) {
    throw new Error('No agent is installed on this host. Install one, or set MUSTER_MANAGED_AGENT=demo to begin with.')
  }
  if (findProgram(preset.command, env) === undefined) {
    throw new Error(`${preset.title} is not installed: there is no program ${preset.command}. ${preset.install}`)
  }
  return preset
}

async function startDaemon(start: ManagedStart, service: Service, at: ManagedPlace, preset: AgentPreset) {
  const { env, report } = service
  // A process from before a restart of the service exits after its turns.
  while (isHeld(at.place)) await pause(lookMs)
  report({ kind: 'needs_credential' })
  const { computerId, name, serviceUrl, relayUrl, version } = start
  return Daemon.start({
    place: at.place,
    identity: {
      computerId,
      name,
      serviceUrl,
      relayUrl,
      credential: await service.credential(),
      access: 'organization',
    },
    preset,
    folders: { folder: at.sessions, worktrees: false, isPerSession: true },
    maxSessions: 4,
    home: at.home,
    env: { ...env, HOME: at.home },
    version,
    enclosure: enclosureFor(at, preset, env),
    onLog: (text) => report({ kind: 'log', text }),
  })
}
