import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'
import type { AgentPreset } from './preset.ts'

export interface Detected {
  readonly id: string
  readonly title: string
  readonly isInstalled: boolean
  readonly path?: string
  readonly version?: string
  /** Whether the version is within the tested range; `undefined` if either is unknown. */
  readonly isTested?: boolean
  readonly isSignedIn?: boolean
  /** What the agent does without asking, whatever its settings are. */
  readonly unasked?: string
  /** What to do if something is missing. */
  readonly help?: string
}

const versionTimeoutMs = 10_000

/** Finds out about an agent on this machine. It runs the agent only to ask for its version. */
export async function detect(preset: AgentPreset, env: NodeJS.ProcessEnv, home: string): Promise<Detected> {
  const { id, title, install, signIn } = preset
  const path = findProgram(preset.command, env)
  if (path === undefined) return { id, title, isInstalled: false, help: install }
  if (id === 'demo') return { id, title, isInstalled: true, path, version: 'built in', isSignedIn: true }
  const version = packageVersion(path) ?? (await versionOf(path, env))
  const isTested = preset.tested && version !== undefined ? isWithin(version, preset.tested) : undefined
  const isSignedIn = signedIn(preset, env, home)
  return {
    id,
    title,
    isInstalled: true,
    path,
    ...(version !== undefined && { version }),
    ...(isTested !== undefined && { isTested }),
    ...(isSignedIn !== undefined && { isSignedIn }),
    ...(preset.unasked !== undefined && { unasked: preset.unasked }),
    ...(isSignedIn === false && { help: signIn }),
  }
}

/** The path of a program, found like a shell does. */
export function findProgram(command: string, env: NodeJS.ProcessEnv): string | undefined {
  if (isAbsolute(command)) return isRunnable(command) ? command : undefined
  return (env.PATH ?? '')
    .split(delimiter)
    .filter((directory) => directory !== '')
    .map((directory) => join(directory, command))
    .find(isRunnable)
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Most agents are npm packages, whose version can be read without starting them; some take seconds to start. */
function packageVersion(path: string): string | undefined {
  let directory = dirname(realpathSync(path))
  for (let depth = 0; depth < 4; depth += 1) {
    try {
      const { version, name } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
      if (typeof version === 'string' && typeof name === 'string') return version
    } catch {
      // There is no package in this folder.
    }
    directory = dirname(directory)
  }
  return undefined
}

async function versionOf(path: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  try {
    const asked = promisify(execFile)(path, ['--version'], { env, timeout: versionTimeoutMs, killSignal: 'SIGKILL' })
    // An agent without such an option waits for its client; closing its input ends it.
    asked.child.stdin?.end()
    const { stdout } = await asked
    return /\d+\.\d+\.\d+[\w.-]*/.exec(stdout)?.[0]
  } catch {
    return undefined
  }
}

function isWithin(version: string, [from, below]: readonly [string, string]): boolean {
  return compare(version, from) >= 0 && compare(version, below) < 0
}

function compare(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0))
  for (let index = 0; index < 3; index += 1) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function signedIn({ keyVariables = [], signedInFiles = [] }: AgentPreset, env: NodeJS.ProcessEnv, home: string) {
  if (keyVariables.length + signedInFiles.length === 0) return undefined
  return keyVariables.some((name) => env[name]) || signedInFiles.some((file) => existsSync(join(home, file)))
}
