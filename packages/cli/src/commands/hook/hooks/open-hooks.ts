import { createHooks, type Hooks } from '@muster/hooks'
import { lineOf } from '@muster/hooks/json-with-comments'
import type { ConfiguredHook } from '@muster/hooks/read-settings'
import { warningText } from '@muster/hooks/warning'
import type { Output } from '../../../terminal/output.ts'

interface OpenHooks {
  readonly hooks: Hooks
  lineOf(hook: ConfiguredHook): number
}

/** The hooks that apply to the current directory. */
export async function openHooks(): Promise<OpenHooks> {
  const hooks = createHooks({ watch: false })
  const sources = new Map(hooks.files.map(({ path, source }) => [path, source]))
  return { hooks, lineOf: ({ file, path }) => lineOf(sources.get(file) ?? '', path) }
}

export function tellWarnings(out: Output, { warnings }: Hooks): void {
  for (const warning of warnings) out.note(`${out.paint('Warning:', 'yellow')} ${warningText(warning)}`)
}
