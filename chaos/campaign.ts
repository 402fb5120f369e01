import { randomBytes } from 'node:crypto'
import { chmod, cp, lstat, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { account } from './account.ts'
import { createSmallDisk, type SmallDisk } from './disk/small-disk.ts'
import { backups } from './faults/backups.ts'
import { computerFaults } from './faults/computers.ts'
import { disks } from './faults/disks.ts'
import { type Fault, wait } from './faults/fault.ts'
import { kills } from './faults/kills.ts'
import { starts } from './faults/starts.ts'
import { postgresOf, signal } from './processes.ts'
import { Random } from './random.ts'
import { readyWithinMs, Service } from './service.ts'
import { controlWriter } from './writers/controls.ts'
import { grpcWriter } from './writers/grpc.ts'
import { keyWriter } from './writers/keys.ts'
import { logWriter } from './writers/logs.ts'
import { messageWriter } from './writers/messages.ts'
import { nativeWriter } from './writers/native.ts'
import { reportWriter } from './writers/reports.ts'
import { type SessionWriter, sessionWriter } from './writers/sessions.ts'
import { totalWriter } from './writers/totals.ts'
import { request, type World, type Writer } from './writers/writer.ts'

interface CampaignOptions {
  readonly faults: number
  readonly seed: number
  /** Only faults whose names contain this; else all. */
  readonly only?: string | undefined
  print(line: string): void
}

interface Outcome {
  readonly problems: readonly string[]
  readonly counts: ReadonlyMap<string, number>
  readonly slowestMs: number
}

const everyFault: readonly Fault[] = [...kills, ...starts, ...disks, ...backups, ...computerFaults]

/** Causes faults while writers of every kind work, then accounts for everything that was acknowledged. */
export async function runCampaign({ faults, seed, only, print }: CampaignOptions): Promise<Outcome> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'muster-chaos-')))
  // Managed computers have accounts of their own, which must reach their folders.
  await chmod(root, 0o711)
  const disk = await tryDisk(join(root, 'small'), print)
  const service = await Service.create(
    join(disk?.directory ?? root, 'data'),
    join(root, 'service.log'),
    `mst_owner_${randomBytes(32).toString('hex')}`,
  )
  const problems: string[] = []
  const counts = new Map<string, number>()
  let isOver = false
  let slowestMs = 0
  let current = 'the start'
  let sessions: SessionWriter | undefined
  const problem = (text: string) => {
    problems.push(`${text} (${current})`)
    print(`PROBLEM: ${text}`)
  }
  const world: World = {
    service,
    isOver: () => isOver,
    problem,
    count: (what, by = 1) => counts.set(what, (counts.get(what) ?? 0) + by),
  }
  try {
    service.launch()
    if ((await service.ready()) === undefined) throw new Error(`The service does not start; see ${service.logFile}`)
    sessions = await sessionWriter(world, join(root, 'computers'))
    const { computers, managed } = sessions
    const writers = [...writersOf(world), sessions]
    const working = Promise.all(writers.map((writer) => writer.work()))
    working.catch((error: Error) => problem(`a writer failed: ${error.stack}`))
    const random = new Random(seed)
    const possible = chooseFaults(only, disk !== undefined)
    for (let number = 1; number <= faults; number++) {
      await wait(random.between(200, 1500))
      const fault = random.pick(possible)
      current = `fault ${number}, ${fault.name}`
      await fault.happen({ service, random, disk, computers, managed, problem, count: world.count })
      const ms = await usableAgain(world)
      if (ms === undefined) {
        problem(`not usable again within ${readyWithinMs / 1000} s`)
        throw new Error(`The service did not come back; its log is ${service.logFile}`)
      }
      slowestMs = Math.max(slowestMs, ms)
      world.count(`fault: ${fault.name}`)
      print(`${String(number).padStart(4)}  ${fault.name}, usable after ${Math.round(ms)} ms`)
    }
    current = 'the account'
    isOver = true
    await working
    await account(world, writers)
  } finally {
    isOver = true
    await sessions?.end()
    service.signal('SIGKILL')
    await service.ended()
    for (const pid of await postgresOf(service.dataDir)) signal(pid, 'SIGKILL')
    if (problems.length > 0) {
      await cp(service.dataDir, join(root, 'kept'), { recursive: true, filter: isFileOrDirectory })
      print(`The log of the service and a copy of its data directory are in ${root}`)
    }
    await disk?.remove()
    if (problems.length === 0) await rm(root, { recursive: true, force: true })
  }
  return { problems, counts, slowestMs }
}

/** How long it took until the service was ready and stored an event; `undefined` if it took too long. */
async function usableAgain(world: World): Promise<number | undefined> {
  const startedAt = performance.now()
  const isLate = () => performance.now() - startedAt > readyWithinMs
  const event = { type: 'session_start', client: 'web', time: new Date().toISOString() }
  while (!isLate()) {
    if ((await world.service.ready()) === undefined) return undefined
    const answer = await request(world, 'POST', '/api/v0/events', { body: { events: [event] } })
    if (answer && answer.status < 300) return performance.now() - startedAt
    await wait(50)
  }
  return undefined
}

function chooseFaults(only: string | undefined, hasDisk: boolean): Fault[] {
  return everyFault.filter(({ name, needsDisk }) => name.includes(only ?? '') && (hasDisk || !needsDisk))
}

function writersOf(world: World): Writer[] {
  return [
    nativeWriter(world, 2),
    logWriter(world),
    grpcWriter(world),
    totalWriter(world),
    messageWriter(world, 2),
    keyWriter(world),
    controlWriter(world),
    reportWriter(world),
  ]
}

async function tryDisk(root: string, print: (line: string) => void): Promise<SmallDisk | undefined> {
  try {
    if (process.getuid?.() !== 0) throw new Error('only root can mount a disk')
    return await createSmallDisk(root)
  } catch (error) {
    print(`SKIPPED: full disks and I/O errors, because ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}

/** Sockets cannot be copied. */
async function isFileOrDirectory(path: string): Promise<boolean> {
  const found = await lstat(path)
  return found.isFile() || found.isDirectory()
}
