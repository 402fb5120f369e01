import { hash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AgentId } from '@muster/contract/agents'
import { replaceFile } from '@muster/hooks/replace-file'
import { readText } from './read-text.ts'

/** The files written for an agent, so that the change can be undone. */
export interface Connection {
  readonly url: string
  /** The id of the key, if it was created for this agent. */
  readonly keyId?: string | undefined
  readonly files: readonly WrittenFile[]
}

export interface WrittenFile {
  readonly path: string
  /** The copy of the earlier file; absent if there was none. */
  readonly backup?: string | undefined
  /** The earlier mode. A file with a key is readable by its owner only. */
  readonly mode?: number | undefined
  /** A hash of the written text. Absent if the file was changed since by something else. */
  readonly written?: string | undefined
}

type Connections = Readonly<Partial<Record<AgentId, Connection>>>

const directory = () => join(homedir(), '.muster')
const path = () => join(directory(), 'connections.json')

export async function readConnections(): Promise<Connections> {
  try {
    const value: unknown = JSON.parse((await readText(path())) ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch (error) {
    // If the file is damaged, earlier changes cannot be undone; nothing else is lost.
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

export async function saveConnection(agent: AgentId, connection: Connection | undefined): Promise<void> {
  const { [agent]: _, ...others } = await readConnections()
  const all = connection ? { ...others, [agent]: connection } : others
  await mkdir(directory(), { recursive: true, mode: 0o700 })
  replaceFile(path(), `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 })
}

/** Stores a copy of a text that only its owner can read. */
export async function keepBackup(agent: AgentId, name: string, text: string): Promise<string> {
  const folder = join(directory(), 'backups', agent)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${name.replace(/^\./, '')}`)
  replaceFile(file, text, { mode: 0o600 })
  return file
}

export function hashOf(text: string): string {
  return hash('sha256', text, 'hex')
}
