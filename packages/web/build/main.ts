import { isUpToDate } from './sources.ts'

// Runs after npm ci and before npm start: does nothing, quickly, unless the sources have changed.
if (!isUpToDate()) {
  // Whatever the machine says: libraries that ask must not build what is meant for developers.
  process.env.NODE_ENV = 'production'
  const begun = performance.now()
  try {
    const { buildWeb } = await import('./build.ts')
    await buildWeb()
    console.log(`The web application is built (${((performance.now() - begun) / 1000).toFixed(1)} s).`)
  } catch (error) {
    // The service works without it, so nobody shall be kept from starting it.
    console.error(`The web application could not be built; the API works without it. ${reasonOf(error)}`)
    if (process.argv.includes('--strict')) process.exitCode = 1
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
