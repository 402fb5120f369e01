/** Reports the progress of a backup or restore. `bytes` is the size of the file so far. */
export interface BackupProgress {
  begin(events: number): void
  table(name: string, bytes: number): void
  rows(count: number, bytes: number): void
  events(count: number, bytes: number): void
  end(): void
}

/** The methods of standard output that are used here. */
interface Output {
  readonly isTTY?: boolean
  write(text: string): unknown
}

export const noProgress: BackupProgress = { begin() {}, table() {}, rows() {}, events() {}, end() {} }

/** Shows one updating line on a terminal; elsewhere a line for every table with many rows and every million events. */
export function createBackupProgress(output: Output): BackupProgress {
  const isTerminal = output.isTTY === true
  let table = ''
  let rows = 0
  let events = 0
  let expected = 0
  let shownAt = 0

  function show(text: string, isMilestone: boolean): void {
    if (!isTerminal) {
      if (isMilestone) output.write(`${text}\n`)
      return
    }
    const now = performance.now()
    if (now - shownAt < 100 && !isMilestone) return
    shownAt = now
    output.write(`\r\x1b[K${text}`)
  }

  const tableText = (bytes: number) => `  ${table}: ${countOf(rows, 'row')}, ${sizeOf(bytes)} so far`
  return {
    begin(count) {
      expected = count
    },
    table(name, bytes) {
      table = name
      rows = 0
      show(tableText(bytes), false)
    },
    rows(count, bytes) {
      const isMilestone = Math.floor((rows + count) / 1e6) > Math.floor(rows / 1e6)
      rows += count
      show(tableText(bytes), isMilestone)
    },
    events(count, bytes) {
      const isMilestone = Math.floor((events + count) / 1e6) > Math.floor(events / 1e6)
      events += count
      const of = Math.max(expected, events).toLocaleString('en-US')
      show(`  usage events: ${events.toLocaleString('en-US')} of ${of}, ${sizeOf(bytes)} so far`, isMilestone)
    },
    end() {
      if (isTerminal) output.write('\r\x1b[K')
    },
  }
}

export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

export function sizeOf(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`
}
