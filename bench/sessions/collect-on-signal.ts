import { writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Loaded into the service before its own code. An idle process collects no garbage, so its size shows how busy it was,
 * and not what it holds. On a signal this collects garbage and writes down how many bytes are left.
 */
const { BENCH_HELD_FILE: heldFile } = process.env
// Workers have no environment.
if (heldFile !== undefined) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  process.on('SIGUSR2', () => {
    // The second collection takes what finalizers released in the first.
    collect()
    collect()
    const { heapUsed, external } = process.memoryUsage()
    writeFileSync(heldFile, `${heapUsed + external}\n`)
  })
}
