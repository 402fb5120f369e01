import type { Session } from '@muster/contract/session'
import { expect, it } from 'vitest'
import type { Output } from '../terminal/output.ts'
import { progressOf } from './progress.ts'

it('says once that the computer is away, and what to do', () => {
  const notes: string[] = []
  const out = { json: false, width: 80, note: (text: string) => notes.push(text) } as unknown as Output
  const progress = progressOf(out, 'reject')
  const show = (statusReason?: 'computer_offline') => progress.onSession({ statusReason } as Session)
  show()
  show('computer_offline')
  show('computer_offline')
  expect(notes).toEqual([expect.stringContaining('`muster computers join`')])
  show()
  show('computer_offline')
  expect(notes).toHaveLength(2)
})
