import { spawn } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findProgram } from '@muster/computer/agent/detect'
import { tools } from '@muster/mcp/tools'
import { type McpEntry, mcpEntries, settingsWith } from './mcp-entries.ts'
import { say, sayNotTried } from './say.ts'
import { type TrialAgent, trialAgents } from './trial-agents.ts'
import { makeHome } from './trial-home.ts'
import { startSurroundings } from './trial-surroundings.ts'

/**
 * Lets real agents ask Muster over the Model Context Protocol, with a stand-in for the model, each with its entries of
 * docs/mcp.md: through `muster mcp` with a login and with a key in the environment, and directly.
 * Arguments: the ids of agents; without any, all are tried. Agents are looked up in the path. They get nothing of this
 * environment, and each has its own home. To be sure that they talk to nobody, run this without a network.
 */
const wanted = process.argv.slice(2)
const patienceMs = 90_000
const secret = 'computer-that-only-muster-knows'
const ways = ['stdio with a login', 'stdio with a key', 'http'] as const
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
    const entry = mcpEntries[id]
    const program = entry && findProgram(entry.program, process.env)
    if (!entry || program === undefined) notTried.push(`${id}: ${entry?.install}`)
    else for (const way of ways) await tryAgent(id, program, trial, entry, way, bin)
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
  way: (typeof ways)[number],
  bin: string,
): Promise<void> {
  const onPage = way === 'http' ? entry.page.http : entry.page.stdio
  const added = onPage.replaceAll('https://muster.example.org', service.address)
  const more = way === 'stdio with a key' ? entry.passKey : undefined
  const { home, folder } = makeHome(join(root, id, way.replaceAll(' ', '-')), {
    ...trial.files,
    ...(entry.file && { [entry.file]: settingsWith(entry, added, trial, more) }),
  })
  const env: NodeJS.ProcessEnv = {
    PATH: [bin, dirname(process.execPath), dirname(program), process.env.PATH].join(delimiter),
    HOME: home,
    TERM: 'dumb',
    LANG: 'C.UTF-8',
    ...trial.env,
    ...entry.env,
  }
  const inHome = { cwd: folder, env }
  if (way === 'stdio with a login') await outputOf('muster', ['login', '--url', service.address], inHome, service.key)
  else Object.assign(env, { MUSTER_API_URL: service.address, MUSTER_API_KEY: service.key })
  if (!entry.file) await outputOf('sh', ['-c', added], inHome)
  const version = await outputOf(program, ['--version'], inHome)
  const name = `${id} ${/\d+\.\d+\.\d+/.exec(version)?.[0]}, ${way}`
  const listed = await outputOf(program, ['mcp', 'list'], inHome)
  say(name, 'lists Muster among its servers', /\bmuster\b(?![-/])/.test(listed))
  model.heard.length = 0
  const said = await outputOf(program, entry.ask('ASK<<list_computers>>'), inHome)
  const heard = model.heard.join('\n')
  if (!entry.hidesTools)
    say(
      name,
      'offers every tool to its model',
      tools.every((tool) => heard.includes(tool.name)),
    )
  const isAnswered = heard.includes(secret)
  say(name, 'passes on what Muster answered', isAnswered)
  if (!isAnswered) process.stderr.write(`${listed}\n${said}\n`)
}

interface Surroundings {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

async function outputOf(
  program: string,
  args: readonly string[],
  { cwd, env }: Surroundings,
  input = '',
): Promise<string> {
  const child = spawn(program, args, { cwd, env, timeout: patienceMs })
  child.stdin.end(input)
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return `${output}${errors}`
}
