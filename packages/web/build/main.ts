import { isUpToDate } from './sources.ts'

// Runs after npm ci and before npm start: does nothing, quickly, unless the sources have changed.
if (!isUpToDate()) {
  // Set in any case, so that libraries do not build their development version.
  process.env.NODE_ENV = 'production'
  const begun = performance.now()
  try {
    const { buildWeb } = await import('./build.ts')
    await buildWeb()
    console.log(`The web application is built (${((performance.now() - begun) / 1000).toFixed(1)} s).`)
  } catch (error) {
    // The service works without it, so this must not prevent a start.
    console.error(`The web application could not be built; the API works without it. ${reasonOf(error)}`)
    if (process.argv.includes('--strict')) process.exitCode = 1
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
