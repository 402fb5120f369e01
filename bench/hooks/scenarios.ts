import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createHooks } from '@muster/hooks'
import { reportFromHere } from '@muster/hooks/report/send-here'
import type { HookFolders } from './place.ts'

export interface Scenario {
  readonly name: string
  readonly own: () => unknown
  /** What it is compared with. */
  readonly beside: string
  readonly other?: () => unknown
  readonly runs: number
  /** Calls for one measurement. */
  readonly batch: number
  readonly target: { readonly text: string; readonly isMet: (ownMs: number, otherMs: number) => boolean }
}

const noTarget = { text: '', isMet: () => true }

export function scenariosIn({ home, project }: HookFolders): Scenario[] {
  const env = { ...process.env, HOME: home, MUSTER_API_URL: 'http://127.0.0.1:9', MUSTER_API_KEY: 'k' }
  const hooks = createHooks({ home, cwd: project })
  // Nothing is sent during the measurement, which is only about keeping executions.
  const reporter = reportFromHere({ home, env, delayMs: 2 ** 30 })
  const reported = createHooks({ home, cwd: project, reporter })
  const launcher = join(import.meta.dirname, '../../packages/cli/bin/muster.js')
  const fields = (tool: string) => ({
    session_id: 's1',
    cwd: project,
    tool_name: tool,
    tool_input: { command: 'ls -l' },
  })
  const musterRun = (tool: string) => () =>
    ended(
      process.execPath,
      [launcher, 'hooks', 'run', 'PreToolUse'],
      { env, cwd: project },
      JSON.stringify(fields(tool)),
    )
  const node = () => ended(process.execPath, ['-e', '0'], { env, cwd: project }, '')
  return [
    {
      name: 'raise, no hook matches',
      own: () => hooks.raise('PostToolUse', fields('Read')),
      beside: '',
      runs: 200,
      batch: 1000,
      target: { text: '< 50 µs', isMet: (ownMs) => ownMs < 0.05 },
    },
    {
      name: 'raise, one hook `true`',
      own: () => hooks.raise('PreToolUse', fields('Bash')),
      beside: "spawn('sh', ['-c', 'true'])",
      other: bareShell,
      runs: 1000,
      batch: 1,
      target: atMost(1.3),
    },
    {
      name: 'the same, reported',
      own: () => reported.raise('PreToolUse', fields('Bash')),
      beside: "spawn('sh', ['-c', 'true'])",
      other: bareShell,
      runs: 1000,
      batch: 1,
      target: atMost(1.3),
    },
    {
      name: 'raise, ten hooks at once',
      own: () => hooks.raise('PostToolUse', fields('Bash')),
      beside: 'ten spawns at once',
      other: () => Promise.all(Array.from({ length: 10 }, bareShell)),
      runs: 200,
      batch: 1,
      target: atMost(1.3),
    },
    {
      name: 'muster hooks run, no hook',
      own: musterRun('Read'),
      beside: 'node -e 0',
      other: node,
      runs: 60,
      batch: 1,
      target: noTarget,
    },
    {
      name: 'muster hooks run, one hook',
      own: musterRun('Bash'),
      beside: 'node -e 0',
      other: node,
      runs: 60,
      batch: 1,
      target: noTarget,
    },
  ]
}

function atMost(ratio: number): Scenario['target'] {
  return { text: `≤ ${ratio}×`, isMet: (ownMs, otherMs) => ownMs <= ratio * otherMs }
}

function bareShell(): Promise<void> {
  return new Promise((resolve) => spawn('sh', ['-c', 'true']).on('close', () => resolve()))
}

function ended(
  program: string,
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; cwd: string },
  input: string,
) {
  return new Promise<void>((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ['pipe', 'ignore', 'ignore'] }).on('close', () => resolve())
    child.stdin.end(input)
  })
}
