import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ToolCall } from '../transcript/tool-call.ts'
import { ToolGuard } from './tool-guard.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

const forbidden = 'The organization forbids the command git push*.'

function guarded() {
  const breaches: string[] = []
  const guard = new ToolGuard(
    async ({ input }) => ({ isBlocked: String(input.command).startsWith('git push'), reason: forbidden }),
    (reason) => breaches.push(reason),
  )
  return { guard, breaches }
}

const shell = (input: Record<string, unknown>): ToolCall =>
  ({ id: 'call-1', title: 'Shell', kind: 'execute', input }) as unknown as ToolCall

describe('the guard over tools', () => {
  it('stops an agent that reports its command only while it runs, as Qwen Code does', async () => {
    const { guard, breaches } = guarded()
    guard.onUpdate(shell({}), 'pending')
    guard.onUpdate(shell({ command: 'git push' }), 'in_progress')
    await vi.advanceTimersByTimeAsync(2000)
    expect(breaches).toEqual([forbidden])
  })

  it('stops an agent that reports its command only after it has run', async () => {
    const { guard, breaches } = guarded()
    guard.onUpdate(shell({}), 'pending')
    guard.onUpdate(shell({ command: 'git push' }), 'completed')
    await vi.advanceTimersByTimeAsync(2000)
    expect(breaches).toEqual([forbidden])
  })

  it('judges what is still open when the turn is over', async () => {
    const { guard, breaches } = guarded()
    guard.onUpdate(shell({ command: 'git push' }), 'in_progress')
    await guard.settle()
    expect(breaches).toEqual([forbidden])
  })

  it.each([
    ['runs other commands than it was allowed', true, { command: 'ls' }, 'in_progress', 1],
    ['says the same again after it was allowed', true, { command: 'git push' }, 'in_progress', 0],
    ['has done what it was not allowed', false, { command: 'git push' }, 'completed', 1],
    ['reports what it was not allowed as failed', false, { command: 'git push' }, 'failed', 0],
    ['was refused something else, and ends that as failed', false, { command: 'ls' }, 'failed', 0],
  ])('knows an agent that %s', async (_, isAllowed, asked, status, expected) => {
    const { guard, breaches } = guarded()
    guard.onAsked(shell(asked))
    guard.onAnswered(shell(asked), isAllowed)
    guard.onUpdate(shell({ command: 'git push' }), status)
    await guard.settle()
    expect(breaches).toHaveLength(expected)
  })

  it('does not stop an agent that asks a moment after it reports the command, or runs an allowed one', async () => {
    const { guard, breaches } = guarded()
    guard.onUpdate(shell({ command: 'git push' }), 'in_progress')
    await vi.advanceTimersByTimeAsync(500)
    guard.onAsked(shell({ command: 'git push' }))
    guard.onUpdate({ ...shell({ command: 'git status' }), id: 'call-2' } as ToolCall, 'completed')
    await vi.advanceTimersByTimeAsync(2000)
    expect(breaches).toEqual([])
  })
})
