import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The minimum work of any such program: reads all bytes, and parses the lines that matter. Arguments: folder, mark. */
const [folder = '', mark = ''] = process.argv.slice(2)
const needle = Buffer.from(mark)
let lines = 0
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue
  const bytes = readFileSync(join(entry.parentPath, entry.name))
  let start = 0
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    if (bytes.subarray(start, end).includes(needle)) {
      JSON.parse(bytes.toString('utf8', start, end))
      lines += 1
    }
    start = end + 1
  }
}
console.log(lines)
