import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { shownInTmp } from './own-machine.ts'

it('shows the folders in /tmp that our own programs are in, and nothing else of it', () => {
  const folder = mkdtempSync('/tmp/muster-programs-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'node'), '')
  const shown = ['--ro-bind', `/tmp/${basename(folder)}`, `/tmp/${basename(folder)}`]
  expect(shownInTmp([join(folder, 'node'), join(folder, 'node'), process.execPath, '/tmp/none/x', ''])).toEqual(
    expect.arrayContaining(shown),
  )
  expect(shownInTmp(['/usr/bin/env', '/tmp', '/tmp/none/x'])).toEqual([])
})
