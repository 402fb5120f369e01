import pg from 'pg'

/**
 * A program beside the service: ends the connection that has a lock of the rights, then revokes a key. It prints whether
 * that waits for the service.
 */
const [connection, lock, keyId] = process.argv.slice(2)
const client = new pg.Client({ ...JSON.parse(connection ?? ''), statement_timeout: 300 })
await client.connect()
const { rowCount } = await client.query(
  `select pg_terminate_backend(pid, 10000) from pg_locks
   where locktype = 'advisory' and classid = 7205801 and objid = $1 and mode = 'ExclusiveLock'`,
  [lock],
)
const outcome = await client.query('update api_keys set revoked_at = 1 where id = $1', [keyId]).then(
  () => 'went on',
  ({ code }: pg.DatabaseError) => (code === '57014' ? 'waited' : `failed with ${code}`),
)
process.stdout.write(`${rowCount} ended, ${outcome}`)
await client.end()
