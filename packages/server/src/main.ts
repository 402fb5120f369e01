import module from 'node:module'
import v8 from 'node:v8'
import { startSparingly } from './start-sparingly.ts'

startSparingly()

// The heap may grow by half of its used size before garbage is collected. By default, V8 lets it grow to four times that
// size while events come in quickly, and the garbage also holds memory outside of the heap.
v8.setFlagsFromString('--heap-growing-percent=50')
// Compiled code is kept between starts; it must be switched on before the rest is loaded.
module.enableCompileCache()
const { run } = await import('./run.ts')
await run(process.argv.slice(2))
