import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import { needProgram } from '../../server/src/testing/need-program.ts'
import { launcher } from './run-muster.ts'

await needProgram('tmux')

/** A command of ours in a terminal of tmux: keys go in, the screen comes out. */
export function inTmux(args: readonly string[], env: Readonly<Record<string, string>>, columns = 80, rows = 30) {
  return programInTmux([process.execPath, launcher, ...args], env, columns, rows)
}

/** Any program in a terminal of tmux. */
export function programInTmux(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  columns = 80,
  rows = 30,
) {
  const socket = `muster-test-${randomUUID()}`
  const tmux = (...words: readonly string[]) =>
    execFileSync('tmux', ['-L', socket, '-f', '/dev/null', '-u', ...words], { encoding: 'utf8' })
  const quoted = words.map((word) => `'${word}'`).join(' ')
  const environment = Object.entries({ PATH: process.env.PATH ?? '', ...env }).flatMap(([name, value]) => [
    '-e',
    `${name}=${value}`,
  ])
  const size = ['-x', String(columns), '-y', String(rows)]
  tmux('new-session', '-d', '-s', 'chat', ...size, ...environment, `${quoted}; echo "ended with $?"; exec cat`)
  onTestFinished(() => void spawnSync('tmux', ['-L', socket, 'kill-server']))
  const screen = () => tmux('capture-pane', '-p', '-t', 'chat').trimEnd()
  return {
    screen,
    /** The screen as soon as it holds this. */
    async shows(text: string | RegExp): Promise<string> {
      await expect.poll(screen, { interval: 100 }).toMatch(text)
      return screen()
    },
    /** All that there was, with what has scrolled away. */
    whole: () => tmux('capture-pane', '-p', '-S', '-', '-t', 'chat').trimEnd(),
    type: (text: string) => tmux('send-keys', '-l', '-t', 'chat', text),
    press: (...keys: readonly string[]) => tmux('send-keys', '-t', 'chat', ...keys),
    paste(text: string) {
      execFileSync('tmux', ['-L', socket, 'load-buffer', '-'], { input: text })
      tmux('paste-buffer', '-p', '-t', 'chat')
    },
    resize: (width: number, height: number) =>
      tmux('resize-window', '-t', 'chat', '-x', String(width), '-y', String(height)),
    title: () => tmux('display-message', '-p', '-t', 'chat', '#{pane_title}').trim(),
  }
}
