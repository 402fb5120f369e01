import { afterAll } from 'vitest'

/**
 * From version 9 on, `pg` refuses what it warns of today, such as a statement on a connection on which another one runs.
 * The warning fails the test file in which it comes.
 */
function failOnDeprecatedQuery(warning: Error): void {
  if (warning.name === 'DeprecationWarning' && warning.message.includes('pg@')) throw warning
}

process.on('warning', failOnDeprecatedQuery)
afterAll(() => void process.off('warning', failOnDeprecatedQuery))
