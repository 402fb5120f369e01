import { writeFile } from 'node:fs/promises'
import { describeMachine } from '../machine.ts'
import { type Options, UsageError } from '../options.ts'
import { batchName, measureBatch } from './batch.ts'
import type { Findings } from './findings.ts'
import { growthName, measureGrowth } from './growth.ts'
import { ingestNames, measureIngest } from './ingest.ts'
import { largeName, measureLarge } from './large.ts'
import { fullPlan, quickPlan } from './plan.ts'
import { markdownReport, textReport } from './report.ts'
import { measureServing, servingNames } from './serving.ts'

/** Measures telemetry in and numbers out, each compared with its limit, and says which targets are met. */
export async function run(options: Options): Promise<void> {
  const plan = options.quick ? quickPlan : fullPlan
  const { only = '', profile: profileDir } = options
  const names = [...ingestNames, batchName, ...servingNames, largeName, growthName]
  const isChosen = (name: string) => name.includes(only)
  if (!names.some(isChosen)) throw new UsageError(`Nothing is called ${only}; there are: ${names.join('; ')}.`)
  const machine = describeMachine()
  const common = { plan, profileDir, isChosen, progress }
  const measured = {
    ingest: await measureIngest(common),
    batch: isChosen(batchName) ? await measureBatch(common) : undefined,
    serving: await measureServing(common),
    large: isChosen(largeName) ? await measureLarge(common) : undefined,
    growth: isChosen(growthName) ? await measureGrowth(common) : [],
  }
  const report: Findings = {
    date: new Date().toISOString(),
    command: `npm run bench -- analytics${options.quick ? ' --quick' : ''}${only === '' ? '' : ` --only '${only}'`}`,
    machine,
    loadAfter: describeMachine().loadBefore,
    plan,
    ...measured,
  }
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`)
  process.stdout.write(options.markdown ? markdownReport(report) : textReport(report))
}

/** Standard output holds only the result. */
function progress(text: string): void {
  process.stderr.write(`${text} …\n`)
}
