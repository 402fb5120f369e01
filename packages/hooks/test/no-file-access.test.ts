import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hooksFor, temporaryPlace } from './temporary-place.ts'

/** How many calls to the file system a process makes that raises so many events, by Node's own trace. */
function fileCallsOf(raises: number): number {
  const { home, project } = temporaryPlace({ user: hooksFor('Stop', 'true'), project: hooksFor('PreToolUse', 'true') })
  const script = `
    const { createHooks } = await import(${JSON.stringify(new URL('../src/hooks.ts', import.meta.url).href)})
    const hooks = createHooks({ home: ${JSON.stringify(home)}, cwd: ${JSON.stringify(project)} })
    for (let i = 0; i < ${raises}; i++) await hooks.raise('PostToolUse', { session_id: 's', tool_name: 'Bash' })
    hooks.close()`
  const trace = join(home, 'trace.json')
  const flags = ['--trace-event-categories', 'node.fs.sync,node.fs.async', '--trace-event-file-pattern', trace]
  execFileSync(process.execPath, [...flags, '--input-type=module', '-e', script])
  const { traceEvents } = JSON.parse(readFileSync(trace, 'utf8')) as { traceEvents: { cat: string }[] }
  return traceEvents.filter(({ cat }) => cat.includes('node.fs')).length
}

it('raises events that no hook matches without touching a file', () => {
  const once = fileCallsOf(1)
  expect(once).toBeGreaterThan(5)
  expect(fileCallsOf(500)).toBe(once)
})
