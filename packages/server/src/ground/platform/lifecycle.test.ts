import pino from 'pino'
import { expect, it } from 'vitest'
import { Lifecycle } from './lifecycle.ts'

it('closes in reverse order, even if a closer fails or never ends', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(JSON.parse(line).msg) })
  const lifecycle = new Lifecycle(log)
  const closed: string[] = []
  lifecycle.onClose('first', () => closed.push('first'))
  lifecycle.onClose('stuck', () => new Promise(() => {}), 1)
  lifecycle.onClose('broken', () => Promise.reject(new Error('broken')))
  lifecycle.onClose('last', () => closed.push('last'))
  await Promise.all([lifecycle.close(), lifecycle.close()])
  expect(closed).toEqual(['last', 'first'])
  expect(lines).toEqual(['broken did not close cleanly', 'stuck did not close cleanly'])
})
