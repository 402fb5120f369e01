import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Portion } from '@muster/history/import/portions'
import { replaceFile } from '@muster/hooks/replace-file'

type Digests = Record<string, string>

function sentPath(): string {
  return join(homedir(), '.muster', 'imported.json')
}

/**
 * Records which portions each service has, so that an import resumes where it stopped. The file may be deleted: events
 * that are sent again count once.
 */
export class SentPortions {
  readonly #path: string
  readonly #all: Record<string, Digests>
  readonly #sent: Digests

  constructor(service: string, path = sentPath()) {
    this.#path = path
    this.#all = readAll(path)
    this.#sent = this.#all[service] ?? {}
    this.#all[service] = this.#sent
  }

  has({ name, digest }: Portion): boolean {
    return this.#sent[name] === digest
  }

  async add({ name, digest }: Portion): Promise<void> {
    this.#sent[name] = digest
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 })
    replaceFile(this.#path, `${JSON.stringify(this.#all)}\n`, { mode: 0o600 })
  }
}

function readAll(path: string): Record<string, Digests> {
  try {
    const value: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, Digests>)
      : {}
  } catch {
    return {}
  }
}
