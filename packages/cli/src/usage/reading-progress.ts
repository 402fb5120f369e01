import type { Progress } from '@muster/history/read-history'
import type { Output } from '../terminal/output.ts'
import { createProgress } from '../terminal/progress.ts'

/** After this time without output, the progress is shown. */
const patienceMs = 1_000
const redrawMs = 100

/** Shows the progress of reading a long history. */
export function createReadingProgress(
  out: Pick<Output, 'json' | 'isPerson'>,
  stderr: NodeJS.WriteStream,
  nowMs = () => process.uptime() * 1000,
) {
  const line = createProgress(stderr)
  let nextMs = nowMs() + patienceMs
  const isShown = out.isPerson && !out.json
  return {
    tell({ files, allFiles, bytes, allBytes }: Progress): void {
      if (!isShown) return
      const now = nowMs()
      if (now < nextMs) return
      nextMs = now + redrawMs
      line.tell(`Reading: ${size(bytes)} of ${size(allBytes)}, ${count(files)} of ${count(allFiles)} files`)
    },
    clear: line.clear,
  }
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}

function size(bytes: number): string {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
