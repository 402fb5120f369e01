import { afterAll } from 'vitest'

/**
 * From version 9 on, `pg` throws where it only warns today, such as for a statement on a connection that is running
 * another one. This makes the warning fail the test file in which it occurs.
 */
function failOnDeprecatedQuery(warning: Error): void {
  if (warning.name === 'DeprecationWarning' && warning.message.includes('pg@')) throw warning
}

process.on('warning', failOnDeprecatedQuery)
afterAll(() => void process.off('warning', failOnDeprecatedQuery))
