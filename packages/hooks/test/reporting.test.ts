import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createHooks } from '../src/hooks.ts'
import { reportFromHere } from '../src/report/send-here.ts'
import { sendSpool } from '../src/report/send-spool.ts'
import { readSendState } from '../src/report/send-state.ts'
import { sendWhileThereIsMore } from '../src/report/sender.ts'
import { takeSenderLock } from '../src/report/sender-lock.ts'
import { serviceFile } from '../src/report/service-file.ts'
import { addToSpool, listSpool, readSpooled, spoolDirectory } from '../src/report/spool.ts'
import type { HookUsage } from '../src/report/usage-event.ts'
import { eventsServer } from './events-server.ts'
import { hooksFor, temporaryPlace } from './temporary-place.ts'

function usage(id: string): HookUsage {
  return { id, time: 1_800_000_000_000, client: 'terminal-ui', type: 'hook', event: 'Stop', command: 'true' }
}

function reportingPlace(url: string, ...commands: string[]) {
  const place = temporaryPlace({ user: hooksFor('PostToolUse', ...commands) })
  const env = { ...process.env, MUSTER_API_URL: url, MUSTER_API_KEY: 'mst_k_secret' }
  const reporter = reportFromHere({ home: place.home, env, delayMs: 60_000 })
  if (!reporter) throw new Error('There is nobody to report to.')
  onTestFinished(() => reporter.close())
  const hooks = createHooks({ home: place.home, cwd: place.project, env, reporter, watch: false })
  return { ...place, env, reporter, hooks, directory: spoolDirectory(place.home) }
}

/** Nothing listens there. */
const nowhere = 'http://127.0.0.1:9'

describe('each execution', () => {
  it('becomes one usage event, without its secrets', async () => {
    const server = await eventsServer()
    const { hooks, reporter, directory } = reportingPlace(server.url, 'true # token=abc123', 'exit 3')
    await hooks.raise('PostToolUse', { session_id: 's1', tool_name: 'Bash' })
    const [file = ''] = listSpool(directory)
    expect(JSON.stringify(readSpooled(file))).not.toContain('abc123')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await reporter.flush()
    const common = {
      type: 'hook',
      event: 'PostToolUse',
      sessionId: 's1',
      client: expect.any(String),
      time: expect.any(Number),
    }
    expect([...server.counted.values()]).toMatchObject([
      { ...common, command: 'true # token=[redacted]' },
      { ...common, command: 'exit 3' },
    ])
    expect(server.bearers).toEqual(new Set(['Bearer mst_k_secret']))
    expect(listSpool(directory)).toEqual([])
  })

  it('that could not be started becomes none', async () => {
    const { hooks, directory } = reportingPlace(nowhere, 'echo a\0b')
    expect((await hooks.raise('PostToolUse', { tool_name: 'x' })).outcomes).toMatchObject([
      { error: expect.any(String) },
    ])
    expect(listSpool(directory)).toEqual([])
  })

  it('names its matcher', async () => {
    const server = await eventsServer()
    const { hooks, reporter, write } = reportingPlace(server.url)
    write('home', { hooks: { PostToolUse: [{ matcher: 'Bash|Edit', hooks: [{ type: 'command', command: 'true' }] }] } })
    hooks.reload()
    await hooks.raise('PostToolUse', { tool_name: 'Edit' })
    await reporter.flush()
    expect([...server.counted.values()]).toMatchObject([{ matcher: 'Bash|Edit', command: 'true' }])
  })

  it('is kept while the service is away, and counted once when it is back', async () => {
    const { hooks, reporter, env, home, directory } = reportingPlace(nowhere, 'true')
    for (let index = 0; index < 5; index += 1) await hooks.raise('PostToolUse', { tool_name: 'x' })
    await reporter.flush()
    expect(listSpool(directory)).toHaveLength(5)
    expect(readSendState(directory, nowhere)).toMatchObject({
      failures: 1,
      lastError: expect.stringContaining('could not be reached'),
    })

    const server = await eventsServer()
    const later = reportFromHere({ home, env: { ...env, MUSTER_API_URL: server.url }, delayMs: 60_000 })
    await later?.flush()
    later?.close()
    expect(server.counted.size).toBe(5)
    expect(listSpool(directory)).toEqual([])
    expect(readSendState(directory, server.url)).toMatchObject({ failures: 0 })
  })

  it('is not kept where nobody has logged in', () => {
    const { home } = temporaryPlace()
    expect(reportFromHere({ home, env: {} })).toBeUndefined()
  })

  it('is reported with the stored key only to the service that it was stored for', async () => {
    const { home } = temporaryPlace()
    mkdirSync(join(home, '.muster'))
    writeFileSync(join(home, '.muster', 'credentials.json'), JSON.stringify({ url: nowhere, key: 'k' }))
    const stored = reportFromHere({ home, env: {} })
    expect(stored).toBeDefined()
    stored?.close()
    expect(reportFromHere({ home, env: { MUSTER_API_URL: 'http://127.0.0.1:10' } })).toBeUndefined()
  })
})

describe('what waits to be sent', () => {
  it('is kept up to a bound, and the oldest go first', () => {
    // All in the same millisecond, as on a quick machine.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000)
    onTestFinished(() => clock.mockRestore())
    const directory = spoolDirectory(temporaryPlace().home)
    for (let index = 0; index < 25; index += 1) addToSpool(directory, [usage(String(index))], 10)
    const left = listSpool(directory).flatMap((path) => readSpooled(path) ?? [])
    const newest = Array.from({ length: left.length }, (_, index) => String(25 - left.length + index))
    expect(left.length).toBeLessThanOrEqual(20)
    expect(left.map(({ id }) => id)).toEqual(newest)
  })

  it('comes from many processes at once and loses nothing', async () => {
    const server = await eventsServer()
    const directory = spoolDirectory(temporaryPlace().home)
    const script = `
      const { addToSpool } = await import(${JSON.stringify(new URL('../src/report/spool.ts', import.meta.url).href)})
      for (let i = 0; i < 50; i++) addToSpool(${JSON.stringify(directory)}, [{ ...${JSON.stringify(usage(''))}, id: process.pid + '-' + i }])`
    const writers = Array.from({ length: 4 }, () => spawn(process.execPath, ['--input-type=module', '-e', script]))
    const service = { url: server.url, key: 'k' }
    const options = { directory, service, lingerMs: 0, lookMs: 1, patienceMs: 0 }
    const ended = Promise.all(writers.map((writer) => once(writer, 'close')))
    let isWriting = true
    const senders = [1, 2].map(async () => {
      while (isWriting) {
        await sendWhileThereIsMore(options)
        await setImmediate()
      }
    })
    expect((await ended).map(([code]) => code)).toEqual([0, 0, 0, 0])
    isWriting = false
    await Promise.all(senders)
    await sendSpool(options)
    expect(server.counted.size).toBe(200)
  })

  it('is sent again with the same ids if the sender died before it removed the files', async () => {
    const server = await eventsServer()
    const directory = spoolDirectory(temporaryPlace().home)
    for (let index = 0; index < 5; index += 1) addToSpool(directory, [usage(String(index))])
    const service = { url: server.url, key: 'k' }
    const dies: typeof fetch = async (...args) => {
      await fetch(...args)
      throw new Error('killed')
    }
    expect(await sendSpool({ directory, service, fetch: dies })).toBe('failed')
    expect(await sendSpool({ directory, service })).toBe('all')
    expect(server).toMatchObject({ received: 10 })
    expect(server.counted.size).toBe(5)
  })

  it('is not blocked by damaged files or by events that the service refuses', async () => {
    const server = await eventsServer()
    server.isPoison = ({ id }) => id === '7'
    const directory = spoolDirectory(temporaryPlace().home)
    for (let index = 0; index < 20; index += 1) addToSpool(directory, [usage(String(index))])
    writeFileSync(listSpool(directory)[3] ?? '', '[{"id":')
    expect(await sendSpool({ directory, service: { url: server.url, key: 'k' } })).toBe('all')
    expect(server.counted.size).toBe(18)
    expect(readSendState(directory, server.url)).toMatchObject({ rejected: 1, failures: 0 })
    expect(listSpool(directory)).toEqual([])
  })

  it.each([401, 404, 429, 500])('stays when the service answers %i', async (status) => {
    const server = await eventsServer()
    server.status = status
    const directory = spoolDirectory(temporaryPlace().home)
    addToSpool(directory, [usage('1')])
    expect(await sendSpool({ directory, service: { url: server.url, key: 'k' } })).toBe('failed')
    expect(listSpool(directory)).toHaveLength(1)
    expect(readSendState(directory, server.url).lastError).toContain(String(status))
  })

  it('is tried again and again by the same process while the service is away', async () => {
    const server = await eventsServer()
    const directory = spoolDirectory(temporaryPlace().home)
    addToSpool(directory, [usage('1')])
    let attempts = 0
    const comesBack: typeof fetch = (...args) => {
      attempts += 1
      return attempts < 4 ? Promise.reject(new Error('away')) : fetch(...args)
    }
    const service = { url: server.url, key: 'k' }
    await sendWhileThereIsMore({ directory, service, fetch: comesBack, lingerMs: 0, lookMs: 1, patienceMs: 60_000 })
    expect([attempts, server.counted.size]).toEqual([4, 1])
  })

  it('is sent by one process at a time, and the lock of a dead one does not last', async () => {
    const directory = spoolDirectory(temporaryPlace().home)
    addToSpool(directory, [usage('1')])
    const lock = takeSenderLock(directory, nowhere)
    expect(lock).toBeDefined()
    expect(takeSenderLock(directory, nowhere)).toBeUndefined()
    lock?.release()
    const dead = spawn('true')
    await once(dead, 'close')
    writeFileSync(serviceFile(directory, 'sender', nowhere), String(dead.pid))
    expect(takeSenderLock(directory, nowhere)).toBeDefined()
  })
})
