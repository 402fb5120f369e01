import { spawn } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { AgentError } from '../acp/peer.ts'
import type { Hands } from './hands.ts'

type Action = (turn: Hands, rest: string) => Promise<void>

const runLimitMs = 60_000

/** Limits a session that nobody stops. */
const watchRounds = 500

/** The commands of the demo agent, by the first word of the line. */
export const actions: Readonly<Record<string, Action>> = {
  async list(turn) {
    const found = await turn.use(
      { title: 'List files', kind: 'read', name: 'list', rawInput: { path: turn.folder } },
      () => readdir(turn.folder).then((names) => names.toSorted().join('\n')),
    )
    if (found !== undefined)
      turn.say(found === '' ? 'The folder is empty.' : `There is: ${found.replaceAll('\n', ', ')}.`)
  },

  async read(turn, name) {
    const path = inside(turn.folder, name)
    const text = await turn.use({ title: `Read ${name}`, kind: 'read', name: 'read', rawInput: { path } }, () =>
      readFile(path, 'utf8'),
    )
    turn.say(text === undefined ? `I could not read ${name}.` : `${name} has ${text.split('\n').length} lines.`)
  },

  async write(turn, rest) {
    const [name = 'hello.txt', ...words] = rest.split(' ').filter(Boolean)
    const path = inside(turn.folder, name)
    const content = `${words.join(' ') || 'Hello.'}\n`
    const input = { path, content }
    const done = await turn.use({ title: `Write ${name}`, kind: 'edit', name: 'write', rawInput: input }, async () => {
      await writeFile(path, content)
      return `Wrote ${name}.`
    })
    turn.say(done === undefined ? `I did not write ${name}.` : `I wrote ${name}.`)
  },

  async run(turn, command) {
    const tool = { title: command, kind: 'execute', name: 'run', rawInput: { command } }
    const output = await turn.use(tool, () => runCommand(command, turn))
    turn.say(output === undefined ? 'That did not run.' : 'That ran.')
  },

  async ask(turn, question) {
    const title = question || 'Shall I go on?'
    const answer = await turn.use(
      { title, kind: 'other', name: 'ask', rawInput: { question: title } },
      async () => 'Yes.',
    )
    turn.say(answer === undefined ? 'Then I do not.' : 'Thank you.')
  },

  async think(turn, text) {
    turn.think(text || 'What comes next?')
  },

  async say(turn, text) {
    turn.say(text || 'Hello.')
  },

  async wait(turn, seconds) {
    const ms = (Number.parseFloat(seconds) || 60) * 1000
    if (!(await waited(turn, ms))) turn.say('I waited.')
  },

  async watch(turn, seconds) {
    const ms = (Number.parseFloat(seconds) || 120) * 1000
    let before: readonly string[] = []
    for (let round = 0, isOver = false; round < watchRounds && !isOver; round++) {
      const found = await turn.use(
        { title: 'List files', kind: 'read', name: 'list', rawInput: { path: turn.folder } },
        async () => (await readdir(turn.folder)).toSorted().join('\n'),
      )
      const names = found?.split('\n').filter(Boolean) ?? []
      const fresh = names.filter((name) => !before.includes(name))
      turn.say(fresh.length === 0 ? 'Nothing is new.' : `New: ${fresh.join(', ')}.`)
      before = names
      isOver = await waited(turn, ms)
    }
  },

  fail: () => Promise.reject(new AgentError('The demo agent was told to fail.')),
}

/** Returns true if the turn was cancelled meanwhile. */
async function waited({ cancelled }: Hands, ms: number): Promise<boolean> {
  const { promise, resolve: done } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => done(false), ms)
  const isCancelled = await Promise.race([promise, cancelled.then(() => true)])
  clearTimeout(timer)
  return isCancelled
}

/** Refuses a name that leads out of the folder. */
function inside(folder: string, name: string): string {
  const path = resolve(folder, name)
  if (path !== folder && !path.startsWith(folder + sep)) throw new AgentError(`${name} is not in the folder.`)
  return path
}

function runCommand(command: string, turn: Hands): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn('/bin/sh', ['-c', command], { cwd: turn.folder, timeout: runLimitMs })
    let output = ''
    const add = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(0, 1_000_000)
    }
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    child.on('error', fail)
    child.on('close', (code) => (code === 0 ? done(output) : fail(new Error(`${output}Ended with code ${code}.`))))
    void turn.cancelled.then(() => child.kill())
  })
}
