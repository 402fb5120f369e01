import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleepFor } from 'node:timers/promises'
import { startModel } from './stand-in-model.ts'
import { type TrialAgent, trialAgents } from './trial-agents.ts'

/**
 * Runs a real agent with real hooks and a stand-in for the model. Arguments: the agent, and where it is installed. The
 * agent gets nothing of this environment and has its own home. To be sure that it talks to nobody, run this without a
 * network.
 */
const [id = '', program = ''] = process.argv.slice(2)
const agent = trialAgents[id]
if (!agent || program === '')
  throw new Error(`Say which agent, and where it is: ${Object.keys(trialAgents).join(', ')}.`)
const launcher = join(import.meta.dirname, '../../../cli/bin/muster.js')
const muster = `${process.execPath} ${launcher}`
const model = await startModel()
const root = mkdtempSync(join(tmpdir(), 'muster-try-'))
try {
  await tryToolsAndTrust(agent)
  await tryStopLimit(agent)
  await tryKill(agent)
} finally {
  model.close()
  rmSync(root, { recursive: true, force: true })
}

/** A guard works by the common name of a tool for every agent. A project that nobody trusts runs no hooks. */
async function tryToolsAndTrust(agent: TrialAgent): Promise<void> {
  const place = newPlace(agent, 'tools', {
    PreToolUse: [{ matcher: 'Bash', hooks: [command(`${muster} hooks deny 'git push'`, { failClosed: true })] }],
  })
  mkdirSync(join(place.project, '.muster'))
  const theirs = { hooks: { SessionStart: [{ hooks: [command('touch ran')] }] } }
  writeFileSync(join(place.project, '.muster', 'settings.json'), JSON.stringify(theirs))
  await place.run('RUN<<cd . && git -C . push; touch pushed>>')
  say('keeps a push from happening', !existsSync(join(place.project, 'pushed')))
  say('does not run the hooks of a stranger', !existsSync(join(place.project, 'ran')))
  const [tool] = place.events('PreToolUse')
  say('names the tool for all agents', tool?.canonical_tool_name === 'Bash')
  for (const event of ['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd']) {
    say(`raises ${event}`, place.events(event).length > 0)
  }
  await place.run('RUN<<touch allowed>>')
  say('lets other commands run', existsSync(join(place.project, 'allowed')))
  say('raises PostToolUse', place.events('PostToolUse').length > 0)
  spawnSync(process.execPath, [launcher, 'hooks', 'trust', place.project, '--yes'], { env: place.env })
  await place.run('RUN<<true>>')
  say('runs the hooks of a project that is trusted', existsSync(join(place.project, 'ran')))
}

/** A hook that never lets the agent stop is ignored after a while. */
async function tryStopLimit(agent: TrialAgent): Promise<void> {
  const place = newPlace(agent, 'stop', { Stop: [{ hooks: [command('echo more to do >&2; exit 2')] }] })
  await place.run('RUN<<true>>')
  const { length } = place.events('Stop')
  say(`stops after at most nine times (${length})`, length >= 1 && length <= 9)
}

/** Hooks learn of the end of a session even if its agent was killed. */
async function tryKill(agent: TrialAgent): Promise<void> {
  const place = newPlace(agent, 'kill', {})
  const running = place.start('RUN<<tail -f /dev/null>>')
  await until(() => place.events('PreToolUse').length > 0)
  for (const pid of place.watchedAgents()) process.kill(pid, 'SIGKILL')
  await until(() => place.events('SessionEnd').length > 0)
  running.kill('SIGKILL')
  say('ends the session when it is killed', place.events('SessionEnd')[0]?.reason === 'error')
}

type Json = Readonly<Record<string, unknown>>

function command(text: string, more: Json = {}) {
  return { type: 'command', command: text, ...more }
}

/** A home and a project with an agent that is connected, and hooks that write down every event. */
function newPlace(agent: TrialAgent, name: string, hooks: Readonly<Record<string, readonly Json[]>>) {
  const [home, project] = [join(root, name, 'home'), join(root, name, 'project')]
  const seen = join(root, name, 'events')
  mkdirSync(join(project, '.git'), { recursive: true })
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  const events = 'PreToolUse PostToolUse UserPromptSubmit Stop SessionStart SessionEnd'.split(' ')
  const watching = { hooks: [command(`cat >> ${seen}`)] }
  const all = Object.fromEntries(events.map((event) => [event, [watching, ...(hooks[event] ?? [])]]))
  write('.muster/settings.json', JSON.stringify({ hooks: all }))
  for (const [path, text] of Object.entries(agent.files(model.url))) write(path, text)
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: home,
    TERM: 'dumb',
    ...agent.env(model.url),
  }
  const connect = spawnSync(process.execPath, [launcher, 'hooks', 'connect', id, '--yes'], { env, encoding: 'utf8' })
  assert.equal(connect.status, 0, connect.stderr)
  const start = (prompt: string) =>
    spawn(program, agent.arguments(prompt), {
      cwd: project,
      env,
      detached: true,
      stdio: 'ignore',
    })
  const run = async (prompt: string) => {
    const child = start(prompt)
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), 120_000)
    await once(child, 'exit')
    clearTimeout(timer)
  }
  const read = (event: string): Json[] => {
    const lines = existsSync(seen) ? readFileSync(seen, 'utf8').trim().split('\n') : []
    return lines
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line))
      .filter((each) => each.hook_event_name === event)
  }
  /** The started program may be a launcher; this process raises the events. */
  const watchedAgents = (): number[] => {
    const sessions = join(home, '.muster', 'sessions')
    const names = readdirSync(sessions).filter((each) => each !== 'ended')
    return names.map((each) => JSON.parse(readFileSync(join(sessions, each), 'utf8')).agent.pid)
  }
  return { project, env, start, run, events: read, watchedAgents }
}

function say(what: string, isSo: boolean): void {
  process.stdout.write(`${isSo ? 'yes' : 'NO '}  ${id} ${what}\n`)
  if (!isSo) process.exitCode = 1
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries += 1) {
    assert(tries < 600, 'It did not happen within a minute.')
    await sleepFor(100)
  }
}
