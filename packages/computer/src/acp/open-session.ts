import type { AgentPreset } from '../agent/preset.ts'
import { AgentOptions } from './agent-options.ts'
import { type Loose, listOf, objectOf, textOf } from './loose.ts'
import { AgentError, type Peer } from './peer.ts'

export interface AgentTimes {
  readonly initializeMs: number
  readonly sessionMs: number
}

/** What an agent reports about itself. */
export interface Initialized {
  readonly version: string | undefined
  readonly canLoad: boolean
  readonly canResume: boolean
  readonly takesImages: boolean
  readonly takesFiles: boolean
  readonly authMethods: readonly string[]
}

export interface OpenedSession {
  readonly agentSessionId: string
  /** Whether the agent knows the earlier conversation. */
  readonly isContinued: boolean
  readonly options: AgentOptions
}

interface SessionPlace {
  readonly folder: string
  /** The agent's own id of an earlier conversation. */
  readonly earlierId: string | undefined
  /** Settings for agents that accept them when a session is opened. */
  readonly meta: Loose | undefined
}

const authRequired = -32_000

/** Starts the protocol. We offer the agent neither our files nor our terminal: it uses its own tools. */
export async function initialize(peer: Peer, version: string, times: AgentTimes): Promise<Initialized> {
  const params = {
    protocolVersion: 1,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    clientInfo: { name: 'muster', title: 'Muster', version },
  }
  const result = await peer.request('initialize', params, times.initializeMs)
  if (typeof result.protocolVersion === 'number' && result.protocolVersion !== 1) {
    throw new AgentError(`The agent speaks version ${result.protocolVersion} of the Agent Client Protocol, we speak 1.`)
  }
  const able = objectOf(result.agentCapabilities)
  const prompt = objectOf(able.promptCapabilities)
  return {
    version: textOf(objectOf(result.agentInfo).version),
    canLoad: able.loadSession === true,
    canResume: objectOf(able.sessionCapabilities).resume !== undefined,
    takesImages: prompt.image === true,
    takesFiles: prompt.embeddedContext === true,
    authMethods: listOf(result.authMethods).flatMap(({ id }) => textOf(id) ?? []),
  }
}

/** Signs in by a method that needs no person, if there is one. Returns whether it did. */
export async function authenticate(
  peer: Peer,
  { authMethods }: Initialized,
  preset: AgentPreset,
  env: NodeJS.ProcessEnv,
  times: AgentTimes,
): Promise<boolean> {
  const way = preset.authenticate?.find(
    ({ method, variable }) => authMethods.includes(method) && (variable === undefined || env[variable]),
  )
  if (!way) return false
  await peer.request('authenticate', { methodId: way.method }, times.sessionMs)
  return true
}

/** Resumes an earlier conversation with the first method that works, or begins a new one. */
export async function openSession(
  peer: Peer,
  { canResume, canLoad }: Initialized,
  { folder, earlierId, meta }: SessionPlace,
  times: AgentTimes,
): Promise<OpenedSession> {
  const place = { cwd: folder, mcpServers: [], ...(meta && { _meta: meta }) }
  const ways = [...(canResume ? ['session/resume'] : []), ...(canLoad ? ['session/load'] : [])]
  if (earlierId !== undefined) {
    for (const method of ways) {
      const result = await peer.request(method, { sessionId: earlierId, ...place }, times.sessionMs).catch(onlyRefusal)
      if (result) {
        return { agentSessionId: earlierId, isContinued: true, options: new AgentOptions(earlierId, result) }
      }
    }
  }
  const result = await peer.request('session/new', place, times.sessionMs)
  const agentSessionId = textOf(result.sessionId)
  if (agentSessionId === undefined) throw new AgentError('The agent opened a session without an id.')
  return { agentSessionId, isContinued: false, options: new AgentOptions(agentSessionId, result) }
}

export function isAuthRequired(error: unknown): boolean {
  return (
    error instanceof AgentError &&
    (error.code === authRequired || /\bauth(?:entication)?[ _]required\b/i.test(error.message))
  )
}

/** If an agent refuses to resume, the next method is tried; not if it has exited or needs a sign-in. */
function onlyRefusal(error: unknown): Loose | undefined {
  if (error instanceof AgentError && error.code !== undefined && !isAuthRequired(error)) return undefined
  throw error
}
