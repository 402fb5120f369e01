import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeMachine } from '../machine.ts'
import type { Options } from '../options.ts'
import { type Compared, measureBatches, measureSingle } from './compare.ts'
import { measureMillion } from './million.ts'
import { reportOf } from './report.ts'

const plans = {
  full: { rounds: 7, durationMs: 3_000, events: 1_000_000 },
  quick: { rounds: 2, durationMs: 1_000, events: 100_000 },
} as const
export type Plan = (typeof plans)[keyof typeof plans]

/**
 * Measures how long telemetry takes until it is durable, compared with servers that do nothing else, and how much room
 * it takes.
 */
export async function run(options: Options): Promise<void> {
  const plan = options.quick ? plans.quick : plans.full
  const machine = describeMachine()
  const directory = await mkdtemp(join(tmpdir(), 'muster-bench-durable-'))
  const isChosen = (name: string) => name.includes(options.only ?? '')
  const common = { plan, directory, profileDir: options.profile, collector: options.collector, progress }
  try {
    const compared: Compared[] = []
    if (isChosen('single')) compared.push(...(await measureSingle(common)))
    if (isChosen('batches')) compared.push(...(await measureBatches(common)))
    const million = isChosen('million') ? await measureMillion(common) : undefined
    const command = `npm run bench -- durable${options.quick ? ' --quick' : ''}`
    const findings = { date: new Date().toISOString(), command, machine, plan, compared, million }
    if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(findings, null, 2)}\n`)
    process.stdout.write(reportOf(findings, options.markdown))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function progress(text: string): void {
  process.stderr.write(`${text} …\n`)
}
