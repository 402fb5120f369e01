/** The days that are still to be loaded. */
interface DemoExtent {
  readonly people: number
  readonly days: number
  readonly from: string
  readonly through: string
}

interface Stage {
  readonly name: string
  /** What is counted, in the plural. */
  readonly unit: string
  readonly days: number
}

export interface Progress {
  begin(extent: DemoExtent): void
  /** Starts a stage, which is loaded day by day. */
  stage(stage: Stage): void
  /** Reports that every day of the stage up to `day` is stored. */
  reach(day: string, doneDays: number, count: number): void
  end(): void
}

/** The methods of standard output that are used here. */
interface Output {
  readonly isTTY?: boolean
  write(text: string): unknown
}

const barWidth = 30

/** Shows a progress bar for every stage on a terminal; elsewhere a line for every quarter. */
export function createProgress(output: Output): Progress {
  let current: Stage | undefined
  let told = 0
  const isTerminal = output.isTTY === true

  function endStage(): void {
    if (isTerminal && current) output.write('\n')
    current = undefined
  }

  return {
    begin({ people, days, from, through }) {
      const plural = days === 1 ? 'day' : 'days'
      output.write(`Loading the demonstration: ${people} people, ${days} ${plural} from ${from} to ${through}.\n`)
    },
    stage(stage) {
      endStage()
      current = stage
      told = 0
      output.write(`  ${stage.name}\n`)
      if (isTerminal) output.write(barOf(0, ''))
    },
    reach(day, doneDays, count) {
      if (!current) return
      const share = doneDays / current.days
      const note = `${day}  ${count.toLocaleString('en-US')} ${current.unit}`
      if (isTerminal) {
        output.write(barOf(share, note))
        return
      }
      const quarter = Math.floor(share * 4)
      if (quarter > told) output.write(`  ${Math.floor(share * 100)} %  ${note}\n`)
      told = quarter
    },
    end: endStage,
  }
}

/** Returns to the beginning of the line and clears the rest of it. */
function barOf(share: number, note: string): string {
  const full = Math.round(share * barWidth)
  const percent = `${Math.floor(share * 100)} %`.padStart(5)
  return `\r\x1b[K  ${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${percent}  ${note}`
}
