import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Files } from './mini.ts'

/** A directory of its own, gone after the test. */
export async function temporaryDirectory(name = 'repository'): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'muster-readiness-test-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const directory = join(parent, name)
  mkdirSync(directory)
  return directory
}

export function writeFiles(root: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}

/** Runs git with a fixed author and time, and nothing of the machine's own configuration. */
export function git(root: string, ...args: readonly string[]): string {
  return execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_SYSTEM: '/dev/null',
      GIT_AUTHOR_DATE: '2026-03-01T09:30:00Z',
      GIT_COMMITTER_DATE: '2026-03-01T09:30:00Z',
      GIT_ALLOW_PROTOCOL: 'file',
    },
  })
}

/** A repository with one commit. */
export async function committed(files: Files, name?: string): Promise<string> {
  const root = await temporaryDirectory(name)
  git(root, 'init', '-q', '-b', 'main')
  writeFiles(root, files)
  git(root, 'add', '-A')
  git(root, 'commit', '-qm', 'First')
  return root
}
