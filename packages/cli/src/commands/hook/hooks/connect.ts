import { realpathSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { agents } from '@muster/hooks/connect/agents'
import { connected, disconnected, isConnected } from '@muster/hooks/connect/connect'
import { parseJson } from '@muster/hooks/json-with-comments'
import { backUp, replaceFile } from '@muster/hooks/replace-file'
import { command } from '../../../command-line/command.ts'
import { exitCodes, Failure } from '../../../command-line/failure.ts'
import { ownFile } from '../../../own-files.ts'
import { diffOf } from '../../../terminal/diff.ts'
import { confirm } from '../../../terminal/prompt.ts'
import { shortPath } from '../../../terminal/short-path.ts'
import { findOriginal, forgetRecord, keepRecord } from './connection-record.ts'
import { readSource } from './settings-file.ts'

export const connect = command({
  summary: 'Let the events of an agent run your Muster hooks',
  notes:
    "Adds `muster hooks run` to the agent's own settings, for each of its events. Shows the change, asks, and keeps a copy of the file as it was. --undo takes it out again: a file that nobody has changed since becomes what it was, to the byte.",
  positionals: { agent: { summary: 'The agent', choices: Object.keys(agents) } },
  options: {
    undo: { type: 'flag', summary: 'Take it out again' },
    yes: { type: 'flag', short: 'y', summary: 'Do not ask' },
  },
  examples: [
    ['muster hooks connect claude-code', 'Claude Code'],
    ['muster hooks connect codex --undo', 'Codex, no more'],
  ],
  async run({ agent: name, undo, yes }, { out, env }) {
    const agent = agents[name]
    if (!agent) throw new Failure(`There is no agent ${name}.`, exitCodes.usage)
    const path = agent.settingsPath(homedir(), env)
    const source = readSource(path).replace(/^\uFEFF/, '')
    const parsed = parseJson(source)
    if (!('value' in parsed)) {
      const { line, message, fix } = parsed
      throw new Failure(`${path}:${line}: ${message}`, exitCodes.refused, `${fix} Nothing was changed.`)
    }
    const original = findOriginal(name, path)
    const before = original?.bytes === null ? '' : original?.bytes.toString('utf8')
    const wanted = undo ? (before ?? disconnected(source)) : connected(source, name, agent, programText())
    if (wanted === source) {
      return out.note(undo ? `${agent.name} is not connected.` : `${agent.name} is connected already.`)
    }
    if (out.json) out.data({ agent: name, path, before: source, after: wanted })
    else out.text(`${shortPath(path)}\n${diffOf(source, wanted, out.paint)}`)
    await confirm(`Change the settings of ${agent.name}?`, yes, 'This changes the settings of another program')
    const copy = backUp(path)
    if (undo && original?.bytes === null) rmSync(path)
    else replaceFile(path, (undo && original?.bytes) || wanted)
    if (undo) forgetRecord(name)
    // A file that was already connected keeps the copy from before its first connection, if that is known.
    else if (original) keepRecord(name, path, original.copy)
    else if (!isConnected(source)) keepRecord(name, path, copy)
    out.note(`${undo ? 'Disconnected' : 'Connected'} ${agent.name}.`)
    if (copy) out.note(`The file as it was: ${shortPath(copy)}`)
    if (!undo) out.note(agent.afterwards)
  },
})

/** The command for the agent's settings, with absolute paths, because it may run with any PATH and any Node. */
function programText(): string {
  const launcher = realpathSync(ownFile('bin/muster.js'))
  return `${quoted(process.execPath)} ${quoted(launcher)}`
}

function quoted(path: string): string {
  return /^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
