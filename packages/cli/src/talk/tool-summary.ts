import { toolSubject } from '@muster/contract/tool-subject'
import { oneLine } from '../terminal/width.ts'

/** A tool call on one line: its name and its subject. */
export function toolSummary(name: string, input: Readonly<Record<string, unknown>>): string {
  return oneLine(`${name} ${toolSubject(input)}`)
}
