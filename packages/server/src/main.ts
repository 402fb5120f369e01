import module from 'node:module'
import v8 from 'node:v8'

// The heap may grow to twice of what is in use before it is tidied up. Left alone, V8 lets it grow to four times of it while
// events come in quickly, and what waits there holds memory outside of it as well.
v8.setFlagsFromString('--heap-growing-percent=100')
// Compiled code is kept between starts; it must be switched on before the rest is loaded.
module.enableCompileCache()
const { run } = await import('./run.ts')
await run(process.argv.slice(2))
