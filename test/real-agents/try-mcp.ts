import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findProgram } from '@muster/computer/agent/detect'
import { startModel } from '../../packages/hooks/test/real-agents/stand-in-model.ts'
import { type McpEntry, mcpEntries } from './mcp-entries.ts'
import { say } from './say.ts'
import { type TrialAgent, trialAgents } from './trial-agents.ts'
import { startService } from './trial-service.ts'

/**
 * Lets real agents ask Muster over the Model Context Protocol, with a model that is none: `muster mcp`, and the service itself.
 * Arguments: which agents; all when left out. They are looked for in the path. Nothing of the environment reaches them, and each
 * has a home of its own; who wants to be sure that they talk to nobody runs this where there is no network.
 */
const wanted = process.argv.slice(2)
const patienceMs = 90_000
const secret = 'computer-that-only-muster-knows'
const root = realpathSync(mkdtempSync(join(tmpdir(), 'muster-try-mcp-')))
const model = await startModel()
const service = await startService(root)
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
  service.kill('SIGTERM')
  await once(service, 'exit')
  model.close()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
}
for (const each of notTried) process.stdout.write(`NOT TRIED, because it is not installed: ${each}\n`)
process.exit()

async function tryAgent(
  id: string,
  program: string,
  trial: TrialAgent,
  entry: McpEntry,
  way: 'stdio' | 'http',
  bin: string,
): Promise<void> {
  const [home, folder] = ['home', 'work'].map((name) => join(root, id, way, name)) as [string, string]
  mkdirSync(folder, { recursive: true })
  const { settings, add, list, ask } = entry
  const files = { ...trial.files, ...(settings && { [settings.path]: settings[way] }) }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), content)
  }
  mkdirSync(home, { recursive: true })
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
