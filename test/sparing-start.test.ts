import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sharedServer } from './running-server.ts'

describe.skipIf(process.platform !== 'linux')('a service that starts', () => {
  const server = sharedServer({})

  it('runs in the process that was started, with little room for garbage and one arena of the C library', () => {
    const { pid } = server().process
    const of = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0')
    expect(of('cmdline')).toContain('--max-semi-space-size=8')
    expect(of('environ')).toContain('MALLOC_ARENA_MAX=1')
  })
})
