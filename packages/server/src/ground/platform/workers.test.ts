import { constants, getPriority } from 'node:os'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { doJob } from './do-job.ts'
import { WorkerLost } from './worker-process.ts'
import { createWorkers } from './workers.ts'

function workers(options: { count?: number; timeLimitMs?: number; isPatient?: boolean; flags?: string[] } = {}) {
  const made = createWorkers({
    module: new URL('../../testing/strange-jobs.ts', import.meta.url),
    count: 1,
    memoryMb: 64,
    isPatient: true,
    timeLimitMs: 60_000,
    log: pino({ level: 'silent' }),
    ...options,
  })
  onTestFinished(() => made.stop())
  return made
}

const all = (outputs: AsyncIterable<unknown>) => Array.fromAsync(outputs)

describe('workers', () => {
  it('take pieces and return results in another process, written in TypeScript', async () => {
    const results = await all(workers().run('echo', { begin: 'a' }, ['b', new Uint8Array([1, 2])]))
    expect(results).toEqual(['begun with a', 'b', new Uint8Array([1, 2]), expect.objectContaining({ environment: {} })])
    expect(results.at(-1)).not.toMatchObject({ pid: process.pid })
  })

  it('return results that are ready before the last piece comes', async () => {
    const outputs = workers().run('echo', { begin: 'a' }, ['now', 'b'])
    const results = await all(outputs)
    expect(results.slice(0, 5)).toEqual(['at once', 'and again', 'begun with a', 'now', 'b'])
  })

  it.each([true, false])('give way to the service if they are patient (%s)', async (isPatient) => {
    const results = await all(workers({ isPatient }).run('echo', { begin: 'a' }, []))
    const { pid } = results.at(-1) as { pid: number }
    expect(getPriority(pid)).toBe(isPatient ? constants.priority.PRIORITY_BELOW_NORMAL : getPriority())
  })

  it.each(['map', 'split', 'objects'])('fail alone with a reason when they run out of memory by %s', async (how) => {
    const made = workers()
    const lost = all(made.run('eat', how, []))
    await expect(lost).rejects.toThrow(WorkerLost)
    await expect(lost).rejects.toThrow('It needs more memory than a worker may have, which is 64 MB.')
    expect(await all(made.run('echo', { begin: 'again' }, []))).toHaveLength(2)
  })

  it('report an error of the job, and do the next one', async () => {
    const made = workers()
    await expect(all(made.run('throw', 'This is wrong.', []))).rejects.toThrow('This is wrong.')
    await expect(all(made.run('nothing', '', []))).rejects.toThrow('There is no job nothing.')
    expect(await all(made.run('echo', { begin: 'again' }, []))).toHaveLength(2)
  })

  it('end a job that takes too long', async () => {
    await expect(all(workers({ timeLimitMs: 300 }).run('hang', '', []))).rejects.toThrow(
      'It took longer than 0.3 seconds.',
    )
  })

  it('end a job whose process is killed in the middle of it', async () => {
    const made = workers()
    const outputs = made.run<{ pid: number }>('pids', '', [])
    const first = await outputs.next()
    process.kill(first.value?.pid ?? 0, 'SIGKILL')
    await expect(outputs.next()).rejects.toThrow('Its process was ended by SIGKILL.')
    expect(await all(made.run('echo', { begin: 'again' }, []))).toHaveLength(2)
  })

  it('end a job that nobody waits for, and let the next one in', async () => {
    const made = workers()
    const leaving = new AbortController()
    const hanging = all(made.run('hang', '', [], { signal: leaving.signal }))
    const next = all(made.run('echo', { begin: 'next' }, []))
    leaving.abort(new Error('The caller has left.'))
    await expect(hanging).rejects.toThrow('The caller has left.')
    expect(await next).toHaveLength(2)
  })

  it('end with the service, whatever they do, and take nothing more', async () => {
    const made = workers()
    const outputs = made.run<{ pid: number }>('pids', '', [])
    const pid = (await outputs.next()).value?.pid ?? 0
    const hanging = outputs.next()
    await Promise.all([made.stop(), expect(hanging).rejects.toThrow('The service is ending.')])
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    await expect(all(made.run('echo', { begin: 'more' }, []))).rejects.toThrow('The service is ending.')
  })
})

describe('doJob', () => {
  const job = (pieces: readonly string[]) => ({
    name: 'echo',
    begin: (input: { begin: string }) => ({
      take: (piece: string) => (piece === 'c' ? ['c here'] : undefined),
      finish: () => [`here with ${input.begin}`],
    }),
    input: { begin: 'a' },
    pieces,
    sizeOf: (piece: string) => piece.length,
    smallSize: 3,
  })

  it('does small jobs here, and hands larger ones over from the beginning', async () => {
    const made = workers()
    expect(await all(doJob<{ begin: string }, string, unknown>(made, job(['ab', 'c'])))).toEqual([
      'c here',
      'here with a',
    ])
    const handedOver = await all(doJob<{ begin: string }, string, unknown>(made, job(['ab', 'cd', 'e'])))
    expect(handedOver.slice(0, 4)).toEqual(['begun with a', 'ab', 'cd', 'e'])
  })
})
