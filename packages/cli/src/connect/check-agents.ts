import { type AgentId, agentIds } from '@muster/contract/agents'
import type { Context } from '../command-line/context.ts'
import { exitCodes, Failure } from '../command-line/failure.ts'
import type { Column } from '../terminal/table.ts'
import type { SettingsHome, Target } from './agent.ts'
import { agents } from './agents.ts'
import { keyIdOf } from './bearer.ts'
import { sendCheck } from './send-check.ts'

/** Sends a test record with the current settings of one agent. */
export async function checkAgent(context: Context, name: AgentId, place: SettingsHome): Promise<void> {
  const { out } = context
  const agent = agents[name]
  const target = await agent.find(place)
  if (!target) {
    const hint = `Connect it: muster connect ${name} --write`
    throw new Failure(`The settings of ${agent.name} name no Muster.`, exitCodes.notFound, hint)
  }
  await sendCheck(target, agent.encoding)
  const obstacles = (await agent.obstacles?.(place, process.cwd(), target)) ?? []
  if (out.json) out.data(toRow(name, target, undefined, obstacles))
  out.note(`${agent.name} reaches ${target.url}: a test record arrived, and was counted nowhere.`)
  for (const obstacle of obstacles) out.note(`But: ${obstacle}`)
}

/** Checks every connected agent; if there is none, the key of the logged-in user. */
export async function checkAll(context: Context, place: SettingsHome): Promise<void> {
  const { out } = context
  const rows = await checkConnected(place)
  if (rows.length === 0) {
    const { url, key } = await context.connection()
    await sendCheck({ url, key }, 'protobuf')
    if (out.json) out.data([])
    out.note('No agent on this machine is connected yet; see `muster connect --help`.')
    out.note(`With your own key, a test record arrived at ${url}, and was counted nowhere.`)
    return
  }
  out.table(rows, columns, '')
  const failure = rows.find((row) => row.failure !== undefined)?.failure
  if (failure) throw failure
}

/** Sends a test record with the settings of each agent that is connected. */
export async function checkConnected(place: SettingsHome): Promise<(Row & { failure?: Failure })[]> {
  const found = await Promise.all(agentIds.map(async (name) => [name, await agents[name].find(place)] as const))
  const connected = found.flatMap(([name, target]) => (target ? [{ name, target }] : []))
  return Promise.all(connected.map(({ name, target }) => rowOf(name, target, place)))
}

interface Row {
  readonly agent: AgentId
  readonly url: string
  readonly keyId: string | undefined
  readonly arrived: boolean
  readonly problems: readonly string[]
}

const columns: readonly Column<Row>[] = [
  { header: 'AGENT', value: ({ agent }) => agent, whole: true },
  { header: 'ADDRESS', value: ({ url }) => url, dropOrder: 2 },
  { header: 'KEY', value: ({ keyId }) => keyId, dropOrder: 1 },
  {
    header: 'RESULT',
    value: ({ arrived, problems }) => [arrived ? 'arrived' : '', ...problems].filter(Boolean).join(' '),
  },
]

async function rowOf(name: AgentId, target: Target, place: SettingsHome): Promise<Row & { failure?: Failure }> {
  const agent = agents[name]
  const obstacles = (await agent.obstacles?.(place, process.cwd(), target)) ?? []
  try {
    await sendCheck(target, agent.encoding)
    return toRow(name, target, undefined, obstacles)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    // The failure determines the exit code and is not part of the output.
    return Object.defineProperty(toRow(name, target, error, obstacles), 'failure', { value: error, enumerable: false })
  }
}

function toRow(name: AgentId, { url, key }: Target, failure: Failure | undefined, obstacles: readonly string[]): Row {
  const problems = [...(failure ? [failure.message] : []), ...obstacles]
  return { agent: name, url, keyId: keyIdOf(key), arrived: failure === undefined, problems }
}
