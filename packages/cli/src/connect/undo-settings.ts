import type { AgentId } from '@muster/contract/agents'
import type { Context } from '../command-line/context.ts'
import { exitCodes, Failure } from '../command-line/failure.ts'
import { confirm } from '../terminal/prompt.ts'
import type { SettingsHome } from './agent.ts'
import { agents } from './agents.ts'
import { type Change, isChanged, makeChange, showChanges } from './changes.ts'
import { hashOf, readConnections, saveConnection, type WrittenFile } from './connections.ts'
import type { Edit } from './edits/edit.ts'
import { readText } from './read-text.ts'
import { endKey } from './write-settings.ts'

/** Undoes the changes. A file without other changes is restored byte by byte. */
export async function undoSettings(context: Context, name: AgentId, place: SettingsHome, yes: boolean): Promise<void> {
  const { out } = context
  const agent = agents[name]
  const connection = (await readConnections())[name]
  if (!connection) {
    const hint = 'If you put the settings in yourself, take them out yourself.'
    throw new Failure(`There is nothing of \`muster connect\` to undo for ${agent.name}.`, exitCodes.notFound, hint)
  }
  const edits = await agent.edits(place, { url: connection.url, key: '' }, { withContent: false })
  const changes = await Promise.all(connection.files.map((file) => undone(file, edits)))
  const real = changes.filter(isChanged)
  showChanges(out, real)
  await confirm(`Take back the settings of ${agent.name}?`, yes, 'This changes settings')
  for (const [index, change] of changes.entries()) {
    if (isChanged(change)) await makeChange(change, connection.files[index]?.mode ?? 0o600)
  }
  await saveConnection(name, undefined)
  if (connection.keyId !== undefined) await endKey(context, connection.keyId)
  out.note(`${agent.name} is not connected any more.`)
  if (out.json) out.data({ agent: name, changed: real.length > 0, files: real.map(({ path }) => path) })
}

async function undone({ path, backup, written }: WrittenFile, edits: readonly Edit[]): Promise<Change> {
  const now = await readText(path)
  const before = backup === undefined ? undefined : await readText(backup)
  if (now === undefined) return { path, before: now, after: now }
  if (written === hashOf(now)) return { path, before: now, after: before }
  const edit = edits.find((each) => each.path === path)
  return { path, before: now, after: edit ? edit.revert(now, before) : now }
}
