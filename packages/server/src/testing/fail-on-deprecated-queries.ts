/**
 * From version 9 on, `pg` refuses what it warns of today, such as a statement on a connection on which another one runs.
 * The warning fails the test file in which it comes.
 */
process.on('warning', (warning) => {
  if (warning.name === 'DeprecationWarning' && warning.message.includes('pg@')) throw warning
})
