import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { detect, findProgram } from '@muster/computer/agent/detect'
import type { AgentPreset } from '@muster/computer/agent/preset'
import { presets } from '@muster/computer/agent/presets'
import { findMarked } from '@muster/computer/agent/sweep-strays'
import { Daemon } from '@muster/computer/daemon'
import { markOf, placeIn } from '@muster/computer/place/place'
import type { Client } from '@muster/sdk'
import { say, sayNotTried } from './say.ts'
import { type TrialAgent, trialAgents } from './trial-agents.ts'
import { makeHome } from './trial-home.ts'
import { startSurroundings } from './trial-surroundings.ts'
import { until } from './until.ts'

/**
 * Runs sessions with real agents and a stand-in for the model: service, daemon and agent, from the message to the answer.
 * Arguments: the ids of agents; without any, all are tried. With `--confined` the organization demands the sandbox. Agents
 * are looked up in the path. They get nothing of this environment, and each has its own home. To be sure that they talk to
 * nobody, run this without a network.
 */
const isConfined = process.argv.includes('--confined')
const wanted = process.argv.slice(2).filter((each) => each !== '--confined')
const surroundings = await startSurroundings()
const { root, model, service } = surroundings
const agents = trialAgents(model.url, isConfined)
if (isConfined) {
  const allowedDomains = ['*', new URL(model.url).host]
  await service.client.controls.replace({ sandbox: { enabled: true, network: { allowedDomains } } })
}
const notTried: string[] = []
try {
  for (const preset of presets) {
    const agent = agents[preset.id]
    if (!agent || (wanted.length > 0 && !wanted.includes(preset.id))) continue
    if (findProgram(preset.command, process.env) === undefined) notTried.push(`${preset.title}: ${preset.install}`)
    else
      await tryAgent(preset, agent).catch((error: Error) =>
        say(preset.id, `is tried to the end (${error.message})`, false),
      )
  }
} finally {
  await surroundings.end()
}
sayNotTried(notTried)
process.exit()

async function tryAgent(preset: AgentPreset, agent: TrialAgent): Promise<void> {
  const { id } = preset
  const { home, folder } = makeHome(join(root, id), agent.files)
  const env = { PATH: process.env.PATH, HOME: home, TERM: 'dumb', LANG: 'C.UTF-8', ...agent.env }
  const { version = '' } = await detect(preset, env, home)
  const { client, address } = service
  const { id: computerId, credential, relayAgentUrl: relayUrl = '' } = await client.computers.register({ name: id })
  const daemon = await Daemon.start({
    place: placeIn(home),
    identity: { computerId, name: id, credential, serviceUrl: address, relayUrl, access: 'private' },
    preset,
    folders: { folder, worktrees: false },
    maxSessions: 2,
    home,
    env,
    version: '0.1.0',
    onLog: (text) => process.stderr.write(`${id}: ${text}\n`),
  })
  try {
    await trySession(`${id} ${version}`, client, computerId, folder, agent)
  } finally {
    await daemon.stop(0)
  }
  say(id, 'leaves no process', findMarked(markOf(placeIn(home))).length === 0)
}

async function trySession(id: string, client: Client, computerId: string, folder: string, trial: TrialAgent) {
  const { asks } = trial
  const { sessionId } = await client.sessions.create({ computerId, sessionSettings: { autonomyLevel: 'off' } })
  const messages = () => Array.fromAsync(client.messages.list.items({ sessionId, order: 'asc' }))
  const session = () => client.sessions.get({ sessionId })
  const pending = async () => {
    const { permissions } = await client.sessions.listPermissions({ sessionId })
    return permissions.find(({ status }) => status === 'pending')
  }
  await client.messages.post({ sessionId, text: 'RUN<<touch made>>' })
  const question = await until(async () => (await pending()) ?? ((await session()).status === 'idle' && 'nothing'))
  say(id, asks ? 'asks before it runs a command' : 'asks nobody', (question !== 'nothing') === asks)
  if (question !== 'nothing') {
    say(id, 'has done nothing before it is allowed', !existsSync(join(folder, 'made')))
    await client.sessions.decidePermission({ sessionId, permissionId: question.id, decision: 'allow' })
  }
  await until(async () => (await session()).status === 'idle')
  say(id, asks ? 'runs the command' : 'changes nothing unasked', existsSync(join(folder, 'made')) === asks)
  const blocks = (await messages()).flatMap(({ role, content }) => content.map((block) => ({ role, ...block })))
  // An agent that asks nobody was kept from it by its own sandbox, of which not all tell.
  if (asks) sayTools(id, blocks)
  say(
    id,
    'answers',
    blocks.some((block) => block.role === 'assistant' && block.type === 'text' && block.text.includes('Done.')),
  )
  const { tokenUsage } = (await session()).sessionSettings ?? {}
  process.stdout.write(
    `     ${id} counts ${tokenUsage?.inputTokens ?? 0} tokens in, ${tokenUsage?.outputTokens ?? 0} out\n`,
  )

  const note = join(folder, 'note')
  writeFileSync(note, 'words to be read')
  for (const [what, text] of [
    ['reads a file', `READ<<${note}>>`],
    ['runs a command that only prints', 'RUN<<cat note>>'],
  ] as const) {
    const before = (await messages()).length
    await client.messages.post({ sessionId, text })
    const isUnasked = trial.unasked.includes(what)
    const asked = await until(async () => (await pending()) ?? ((await session()).status === 'idle' && 'nothing'))
    say(id, `${isUnasked ? 'asks nobody' : 'asks'} before it ${what}`, (asked === 'nothing') === isUnasked)
    if (asked !== 'nothing') {
      await client.sessions.decidePermission({ sessionId, permissionId: asked.id, decision: 'allow' })
    }
    await until(async () => (await session()).status === 'idle')
    const told = (await messages()).slice(before)
    if (trial.tellsOutput) say(id, `then ${what}`, JSON.stringify(told).includes('words to be read'))
    else
      sayTools(
        `${id} when it ${what}`,
        told.flatMap(({ content }) => content),
      )
  }

  await client.messages.post({ sessionId, text: 'RUN<<touch begun; tail -f /dev/null>>' })
  const isUnderWay = async () => {
    const told = (await messages()).filter(({ role }) => role !== 'user')
    return existsSync(join(folder, 'begun')) || JSON.stringify(told).includes('tail -f')
  }
  const other = await until(async () => (await pending()) ?? ((await isUnderWay()) && 'nothing'))
  if (other !== 'nothing') {
    await client.sessions.decidePermission({ sessionId, permissionId: other.id, decision: 'allow' })
  }
  await until(isUnderWay)
  await client.sessions.interrupt({ sessionId })
  await until(async () => (await session()).status === 'idle')
  say(id, 'can be interrupted', JSON.stringify((await messages()).at(-1)).includes('interrupted'))
  await client.messages.post({ sessionId, text: 'SAY<<something>>' })
  await until(async () => (await session()).status === 'idle')
  say(id, 'goes on after that', JSON.stringify((await messages()).at(-1)).includes('Done.'))
}

function sayTools(id: string, blocks: readonly { readonly type: string }[]): void {
  for (const [what, type] of [
    ['tells of its tool', 'tool_use'],
    ['tells that it has ended', 'tool_result'],
  ]) {
    say(
      id,
      String(what),
      blocks.some((block) => block.type === type),
    )
  }
}
