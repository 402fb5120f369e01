import module from 'node:module'

// Compiled code is kept between starts; it must be switched on before the rest is loaded.
module.enableCompileCache()
const { run } = await import('./start/run.ts')
await run(process.argv.slice(2))
