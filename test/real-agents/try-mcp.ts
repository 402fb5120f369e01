import { spawn } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findProgram } from '@muster/computer/agent/detect'
import { type McpEntry, mcpEntries } from './mcp-entries.ts'
import { say, sayNotTried } from './say.ts'
import { type TrialAgent, trialAgents } from './trial-agents.ts'
import { makeHome } from './trial-home.ts'
import { startSurroundings } from './trial-surroundings.ts'

/**
 * Lets real agents ask Muster over the Model Context Protocol, with a stand-in for the model: through `muster mcp`, and directly.
 * Arguments: the ids of agents; without any, all are tried. Agents are looked up in the path. They get nothing of this
 * environment, and each has its own home. To be sure that they talk to nobody, run this without a network.
 */
const wanted = process.argv.slice(2)
const patienceMs = 90_000
const secret = 'computer-that-only-muster-knows'
const surroundings = await startSurroundings()
const { root, model, service } = surroundings
const notTried: string[] = []
try {
  await service.client.computers.register({ name: secret })
  const bin = join(root, 'bin')
  mkdirSync(bin)
  symlinkSync(join(import.meta.dirname, '../../packages/cli/bin/muster.js'), join(bin, 'muster'))
  for (const [id, trial] of Object.entries(trialAgents(model.url))) {
    if (wanted.length > 0 && !wanted.includes(id)) continue
    const entry = mcpEntries(service.address, service.key, trial.files)[id]
    const program = entry && findProgram(entry.program, process.env)
    if (!entry || program === undefined) notTried.push(`${id}: ${entry?.install}`)
    else for (const way of ['stdio', 'http'] as const) await tryAgent(id, program, trial, entry, way, bin)
  }
} finally {
  await surroundings.end()
}
sayNotTried(notTried)
process.exit()

async function tryAgent(
  id: string,
  program: string,
  trial: TrialAgent,
  entry: McpEntry,
  way: 'stdio' | 'http',
  bin: string,
): Promise<void> {
  const { settings, add, list, ask } = entry
  const { home, folder } = makeHome(join(root, id, way), {
    ...trial.files,
    ...(settings && { [settings.path]: settings[way] }),
  })
  const env = {
    PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: home,
    TERM: 'dumb',
    LANG: 'C.UTF-8',
    MUSTER_API_URL: service.address,
    MUSTER_API_KEY: service.key,
    ...trial.env,
    ...entry.env,
  }
  const run = (args: readonly string[]) => outputOf(program, args, folder, env)
  if (add) await run(add[way])
  const listed = await run(list)
  say(`${id}, ${way}`, 'lists Muster among its servers', listed.includes('muster'))
  model.heard.length = 0
  const said = await run(ask('ASK<<list_computers>>'))
  const isAnswered = model.heard.some((body) => body.includes(secret))
  say(`${id}, ${way}`, 'passes on what Muster answered', isAnswered)
  if (!isAnswered) process.stderr.write(`${listed}\n${said}\n`)
}

async function outputOf(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: patienceMs })
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return `${output}${errors}`
}
