import { basename } from 'node:path'
import type { AgentId } from '@muster/contract/agents'
import type { Context } from '../command-line/context.ts'
import { exitCodes, Failure } from '../command-line/failure.ts'
import { confirm } from '../terminal/prompt.ts'
import type { SettingsHome, Wishes } from './agent.ts'
import { agents } from './agents.ts'
import { type Change, changesOf, isChanged, makeChange, modeOf, showChanges } from './changes.ts'
import {
  type Connection,
  hashOf,
  keepBackup,
  readConnections,
  saveConnection,
  type WrittenFile,
} from './connections.ts'
import { sendCheck } from './send-check.ts'
import { chooseKey, type SendingKey } from './sending-key.ts'

interface WriteOptions extends Wishes {
  readonly usesOwnKey: boolean
  readonly yes: boolean
}

/** Writes the settings into the agent's files after a confirmation, and checks that they work. */
export async function writeSettings(context: Context, name: AgentId, place: SettingsHome, options: WriteOptions) {
  const { out } = context
  const agent = agents[name]
  const { url } = await context.connection()
  if (await isConnected(name, place, url, options)) {
    out.note(`${agent.name} is connected to ${url} already, and a test record arrived.`)
    if (out.json) out.data({ agent: name, url, changed: false })
    return
  }
  const choice = await chooseKey(context, agent.name, options.usesOwnKey)
  const planned = await changesOf(await agent.edits(place, { url, key: choice.shown }, options))
  showChanges(out, planned.filter(isChanged))
  out.note(agent.sends(options))
  await confirm(`Write these settings for ${agent.name}?`, options.yes, 'This changes settings')
  const key = await choice.get()
  const changes = (await changesOf(await agent.edits(place, { url, key: key.key }, options))).filter(isChanged)
  const earlier = (await readConnections())[name]
  const files: WrittenFile[] = []
  const keyId = key.isNew ? key.id : earlier?.keyId
  try {
    for (const change of changes) files.push(await write(name, change, key, earlier))
  } finally {
    // Runs after a partial failure, too, so that all written changes can be undone, including the key.
    await saveConnection(name, { url, keyId, files: merged(earlier, files) })
  }
  out.note(key.note)
  if (key.isNew && earlier?.keyId !== undefined) await endKey(context, earlier.keyId)
  await sendCheck({ url, key: key.key }, agent.encoding)
  out.note(`${agent.name} is connected to ${url}: a test record arrived, and was counted nowhere.`)
  const afterwards = agent.afterwards?.(place)
  if (afterwards) out.note(afterwards)
  out.note(`To take it back: muster connect ${name} --undo`)
  if (out.json) out.data({ agent: name, url, changed: true, keyId: key.id, files: files.map(({ path }) => path) })
}

/** Whether the settings for this address are in place, with a valid key. An invalid key is no error here. */
async function isConnected(name: AgentId, place: SettingsHome, url: string, wishes: Wishes): Promise<boolean> {
  const agent = agents[name]
  const target = await agent.find(place)
  if (target?.url !== url) return false
  const changes = await changesOf(await agent.edits(place, target, wishes))
  if (changes.some(isChanged)) return false
  try {
    await sendCheck(target, agent.encoding)
    return true
  } catch (error) {
    const refusals: readonly number[] = [exitCodes.notLoggedIn, exitCodes.notAllowed]
    if (error instanceof Failure && refusals.includes(error.exitCode)) return false
    throw error
  }
}

/** Backs up the file once, and changes it. */
async function write(
  name: AgentId,
  change: Change,
  key: SendingKey,
  earlier: Connection | undefined,
): Promise<WrittenFile> {
  const { path, before, after = '' } = change
  const known = earlier?.files.find((file) => file.path === path)
  const backup = known || before === undefined ? known?.backup : await keepBackup(name, basename(path), before)
  const found = await modeOf(path)
  const mode = found ?? 0o644
  // Only the owner may read a file that contains a key.
  await makeChange(change, after.includes(key.key) ? mode & 0o700 : mode)
  const isOurs = !known || (before !== undefined && known.written === hashOf(before))
  return { path, backup, mode: known ? known.mode : found, written: isOurs ? hashOf(after) : undefined }
}

function merged(earlier: Connection | undefined, files: readonly WrittenFile[]): WrittenFile[] {
  const others = earlier?.files.filter(({ path }) => !files.some((file) => file.path === path)) ?? []
  return [...others, ...files]
}

/** Revokes a key that was created for an agent and is no longer used. */
export async function endKey(context: Context, id: string): Promise<void> {
  try {
    await (await context.client()).apiKeys.revoke({ id })
    context.out.note(`Revoked the key ${id}, which had been made for it.`)
  } catch {
    context.out.note(`The key ${id} could not be revoked. If it is still listed: muster keys revoke ${id}`)
  }
}
