import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

/**
 * The comparison for the evaluation: runs `git ls-files`, then reads the same bytes of the same files and does nothing
 * with them. Run as `node read-all.ts DIRECTORY LIST`; the list has lines of `bytes path`.
 */
const [root = '.', list = ''] = process.argv.slice(2)
const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 1024 ** 3 })
const buffer = Buffer.allocUnsafe(1024 * 1024)
let bytes = 0
for (const line of readFileSync(list, 'utf8').split('\n')) {
  const space = line.indexOf(' ')
  if (space < 0) continue
  const file = openSync(`${root}/${line.slice(space + 1)}`, 'r')
  bytes += readSync(file, buffer, 0, Number(line.slice(0, space)), 0)
  closeSync(file)
}
process.stdout.write(`${listed.length} ${bytes}\n`)
