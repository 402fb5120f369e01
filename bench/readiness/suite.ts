import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeCommand } from '../../scripts/packing/write-command.ts'
import { pidOf } from '../child.ts'
import { describeMachine, machineLine } from '../machine.ts'
import type { Options } from '../options.ts'
import { endedChildrenCpuSeconds, processTree, residentBytes } from '../processes.ts'
import { median } from '../statistics.ts'
import { type Column, decimals, markdownTable, textTable, whole } from '../table.ts'
import { generateRepository } from './generate.ts'
import { recordReads } from './record-reads.ts'

/** The command as those who work on Muster start it. */
const fromSource = join(import.meta.dirname, '../../packages/cli/bin/muster.js')
const bare = join(import.meta.dirname, 'read-all.ts')

const targets = { seconds: 4, megabytes: 300 }

interface Run {
  readonly seconds: number
  /**
   * CPU seconds of the process and everything that it started. Unlike the seconds by the clock, they hardly depend on
   * the load.
   */
  readonly cpuSeconds: number
}

/** Evaluates a large made-up repository, beside listing it and reading the same bytes. */
export async function run({ quick, markdown, json }: Options): Promise<void> {
  const fileCount = quick ? 5_000 : 50_000
  const rounds = quick ? 3 : 7
  const machine = describeMachine()
  const root = await mkdtemp(join(tmpdir(), 'muster-bench-readiness-'))
  try {
    progress(`making a repository with ${fileCount} files`)
    const generated = generateRepository(join(root, 'repository'), fileCount)
    const reads = await recordReads(join(root, 'repository'))
    const list = join(root, 'reads.txt')
    await writeFile(list, [...reads].map(([path, bytes]) => `${bytes} ${path}`).join('\n'))
    progress('making the package that people install')
    const command = await writeCommand(join(root, 'installed'))
    const evaluate = (program: string) => [program, 'readiness', join(root, 'repository'), '--json']
    const runs = { evaluations: [] as Run[], bares: [] as Run[], fromSources: [] as Run[] }
    for (let round = 0; round < rounds; round++) {
      progress(`round ${round + 1} of ${rounds}`)
      runs.bares.push(await measure([bare, join(root, 'repository'), list]))
      runs.evaluations.push(await measure(evaluate(command)))
      runs.fromSources.push(await measure(evaluate(fromSource)))
    }
    const readBytes = [...reads.values()].reduce((sum, bytes) => sum + bytes, 0)
    const megabytes = await measureMegabytes(evaluate(command))
    const figures = { machine, ...generated, filesRead: reads.size, readBytes, rounds, ...runs, megabytes }
    if (json !== undefined) await writeFile(json, `${JSON.stringify(figures, null, 2)}\n`)
    process.stdout.write(report(figures, markdown, quick))
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

/** The whole process from start to end. */
async function measure(args: readonly string[]): Promise<Run> {
  const begun = performance.now()
  const cpuBefore = endedChildrenCpuSeconds(process.pid)
  await ended(spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }), args)
  return {
    seconds: (performance.now() - begun) / 1000,
    cpuSeconds: endedChildrenCpuSeconds(process.pid) - cpuBefore,
  }
}

/**
 * The most memory at any time, of the process and everything that it starts. It has a run of its own, because measuring
 * takes time.
 */
async function measureMegabytes(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pidOf(child)))
  }, 10)
  await ended(child, args).finally(() => clearInterval(timer))
  return most / 1e6
}

async function ended(child: ChildProcess, args: readonly string[]): Promise<void> {
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}.`)
}

function memoryOf(pid: number): number {
  return processTree(pid).reduce((sum, each) => {
    try {
      return sum + residentBytes(each)
    } catch {
      return sum
    }
  }, 0)
}

interface Figures {
  readonly machine: ReturnType<typeof describeMachine>
  readonly files: number
  readonly bytes: number
  readonly filesRead: number
  readonly readBytes: number
  readonly rounds: number
  readonly evaluations: readonly Run[]
  readonly bares: readonly Run[]
  readonly fromSources: readonly Run[]
  readonly megabytes: number
}

function report(figures: Figures, isMarkdown: boolean, quick: boolean): string {
  const { machine, files, bytes, filesRead, readBytes, rounds, evaluations, bares, fromSources, megabytes } = figures
  const seconds = (runs: readonly Run[]) => runs.map((each) => each.seconds)
  const ratiosOf = (runs: readonly Run[]) =>
    runs.map((each, round) => each.seconds / (bares[round]?.seconds ?? Number.NaN))
  const cpu = (runs: readonly Run[]) => runs.map((each) => each.cpuSeconds)
  const cpuRatios = evaluations.map((each, round) => each.cpuSeconds / (bares[round]?.cpuSeconds ?? Number.NaN))
  const columns: Column[] = ['figure', 'median', 'lowest', 'highest', 'target', ''].map((title, index) => ({
    title,
    align: index === 0 || index === 5 ? 'left' : 'right',
  }))
  const row = (name: string, values: readonly number[], unit: string, target?: number) => [
    name,
    `${decimals(median(values), 2)}${unit}`,
    `${decimals(Math.min(...values), 2)}${unit}`,
    `${decimals(Math.max(...values), 2)}${unit}`,
    target === undefined ? '' : `≤ ${target}${unit}`,
    target === undefined ? '' : median(values) <= target ? 'met' : 'missed',
  ]
  const rows = [
    row('muster readiness --json', seconds(evaluations), ' s', targets.seconds),
    row('git ls-files, and reading the same bytes', seconds(bares), ' s'),
    row('ratio', ratiosOf(evaluations), ''),
    row('the same from the source, not from the package', seconds(fromSources), ' s'),
    row('ratio from the source', ratiosOf(fromSources), ''),
    row('CPU of the evaluation', cpu(evaluations), ' s'),
    row('CPU of listing and reading', cpu(bares), ' s'),
    row('ratio of CPU', cpuRatios, ''),
    [
      'peak memory, all processes',
      '',
      '',
      `${whole(megabytes)} MB`,
      `≤ ${targets.megabytes} MB`,
      megabytes <= targets.megabytes ? 'met' : 'missed',
    ],
  ]
  const head = `${new Date().toISOString().slice(0, 10)}, \`npm run bench -- readiness${quick ? ' --quick' : ''}\`: ${machineLine(machine)}; ${whole(files)} files (${whole(bytes / 1e6)} MB), of which ${whole(filesRead)} are read (${whole(readBytes / 1e6)} MB); ${rounds} rounds.`
  return `${head}\n\n${(isMarkdown ? markdownTable : textTable)(columns, rows)}\n`
}

/** Standard output holds only the result. */
function progress(text: string): void {
  process.stderr.write(`${text} …\n`)
}
