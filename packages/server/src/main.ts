import module from 'node:module'

// Keeps compiled code between starts. It must be switched on before the other modules are loaded.
module.enableCompileCache()
const { run } = await import('./run.ts')
await run(process.argv.slice(2))
