import { writeFile } from 'node:fs/promises'
import { describeMachine, machineLine } from '../machine.ts'
import { type Options, UsageError } from '../options.ts'
import { median, quantile } from '../statistics.ts'
import { type Column, decimals, markdownTable, textTable } from '../table.ts'
import { createPlace } from './place.ts'
import { type Scenario, scenariosIn } from './scenarios.ts'

interface Figures {
  readonly name: string
  readonly beside: string
  readonly target: string
  readonly isMet: boolean
  /** In milliseconds, one for each run, in order. */
  readonly own: readonly number[]
  readonly other: readonly number[]
}

/**
 * Measures events with and without hooks, each compared with the bare work, in turns, so that both sides see the same
 * machine.
 */
export async function run(options: Options): Promise<void> {
  const machine = describeMachine()
  const place = await createPlace()
  try {
    const scenarios = scenariosIn(place).filter(({ name }) => name.includes(options.only ?? ''))
    if (scenarios.length === 0) throw new UsageError(`No scenario is called ${options.only}.`)
    const figures: Figures[] = []
    for (const scenario of scenarios) {
      process.stderr.write(`${scenario.name} …\n`)
      figures.push(await measure(scenario, options.quick ? 0.1 : 1))
    }
    const command = `npm run bench -- hooks${options.quick ? ' --quick' : ''}`
    const head = `${new Date().toISOString().slice(0, 10)}, \`${command}\`: ${machineLine(machine)}.`
    if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify({ machine, figures }, null, 2)}\n`)
    const table = options.markdown ? markdownTable : textTable
    process.stdout.write(`${head}\n\n${table(columns, figures.map(rowOf))}\n`)
  } finally {
    await place.remove()
  }
}

async function measure({ name, beside, runs, batch, own, other, target }: Scenario, share: number): Promise<Figures> {
  const figures = { own: [] as number[], other: [] as number[] }
  for (let index = 0; index < 3; index += 1) {
    await own()
    await other?.()
  }
  for (let index = 0; index < Math.max(5, runs * share); index += 1) {
    figures.own.push(await timed(own, batch))
    if (other) figures.other.push(await timed(other, batch))
  }
  return {
    name,
    beside,
    ...figures,
    target: target.text,
    isMet: target.isMet(median(figures.own), median(figures.other)),
  }
}

/** Milliseconds of one call; short ones are called many times for it. */
async function timed(call: () => unknown, batch: number): Promise<number> {
  const startMs = performance.now()
  for (let index = 0; index < batch; index += 1) await call()
  return (performance.now() - startMs) / batch
}

const columns: readonly Column[] = [
  { title: 'what', align: 'left' },
  { title: 'median', align: 'right' },
  { title: 'p90', align: 'right' },
  { title: 'beside it', align: 'left' },
  { title: 'its median', align: 'right' },
  { title: 'its p90', align: 'right' },
  { title: 'ratio', align: 'right' },
  { title: 'target', align: 'left' },
  { title: '', align: 'left' },
]

function rowOf({ name, beside, own, other, target, isMet }: Figures): string[] {
  const ratio = other.length > 0 ? `${decimals(median(own) / median(other), 2)}×` : ''
  const figuresOf = (values: readonly number[]) =>
    values.length > 0 ? [shown(median(values)), shown(p90(values))] : ['', '']
  return [name, ...figuresOf(own), beside, ...figuresOf(other), ratio, target, target ? (isMet ? 'met' : 'missed') : '']
}

function p90(values: readonly number[]): number {
  return quantile(Float64Array.from(values).sort(), 0.9)
}

function shown(ms: number): string {
  return ms < 0.1 ? `${decimals(ms * 1000, 2)} µs` : `${decimals(ms, 2)} ms`
}
