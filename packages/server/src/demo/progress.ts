import type { DemoExtent, Progress } from './load-demo.ts'

/** What is needed of standard output. */
interface Output {
  readonly isTTY?: boolean
  write(text: string): unknown
}

const barWidth = 30

/** A bar that moves, on a terminal; elsewhere a line for every quarter. */
export function createProgress(output: Output): Progress {
  let total = 0
  let told = 0
  const isTerminal = output.isTTY === true

  return {
    begin({ people, days, from, through }: DemoExtent) {
      total = days
      const plural = days === 1 ? 'day' : 'days'
      output.write(`Loading the demonstration: ${people} people, ${days} ${plural} from ${from} to ${through}.\n`)
      if (isTerminal) output.write(barOf(0, ''))
    },
    reach(day, doneDays, events) {
      const share = total === 0 ? 1 : doneDays / total
      const note = `${day}  ${events.toLocaleString('en-US')} events`
      if (isTerminal) {
        output.write(barOf(share, note))
        return
      }
      const quarter = Math.floor(share * 4)
      if (quarter > told) output.write(`  ${Math.floor(share * 100)} %  ${note}\n`)
      told = quarter
    },
    end() {
      if (isTerminal) output.write('\n')
    },
  }
}

/** Goes back to the beginning of the line and clears what is left of it. */
function barOf(share: number, note: string): string {
  const full = Math.round(share * barWidth)
  const percent = `${Math.floor(share * 100)} %`.padStart(5)
  return `\r\x1b[K  ${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${percent}  ${note}`
}
