import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { placeIn } from '@muster/computer/place/place'
import { expect, it, onTestFinished } from 'vitest'
import { launcher, muster, temporaryHome } from './run-muster.ts'

it('muster computers logs --follow prints new lines, also after the file was replaced', async () => {
  const home = await temporaryHome()
  const { directory, output } = placeIn(home)
  mkdirSync(directory, { recursive: true })
  writeFileSync(output, 'one\ntwo\n')
  const child = spawn(process.execPath, [launcher, 'computers', 'logs', '-n', '1', '--follow'], {
    env: { PATH: process.env.PATH, HOME: home },
  })
  onTestFinished(() => void child.kill())
  let told = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    told += text
  })
  await expect.poll(() => told).toBe('two\n')
  appendFileSync(output, 'thr\u001b[31mee\nhalf')
  await expect.poll(() => told).toBe('two\nthree\n')
  rmSync(output)
  writeFileSync(output, 'new\n')
  await expect.poll(() => told).toBe('two\nthree\nnew\n')
  const env = { HOME: home }
  expect(await muster(['computers', 'logs', '--follow', '--json'], { env })).toMatchObject({ code: 2 })
})
