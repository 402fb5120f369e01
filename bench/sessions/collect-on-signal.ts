import { writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Loaded into the service before its own code. An idle process collects nothing, so that its size tells how busy it was
 * before, and not what it holds: on a signal it collects, and writes down how many bytes are left.
 */
const { BENCH_HELD_FILE: heldFile } = process.env
// Workers have no environment.
if (heldFile !== undefined) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  process.on('SIGUSR2', () => {
    // What finalizers let go is collected the second time.
    collect()
    collect()
    const { heapUsed, external } = process.memoryUsage()
    writeFileSync(heldFile, `${heapUsed + external}\n`)
  })
}
