import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../../platform/replace-file.ts'
import type { Account } from './launcher.ts'

/** The name of the file that postgresql.conf of the cluster includes in its last line. */
export const SETTINGS_FILE = 'muster.conf'

/**
 * Settings that suit any machine, from a laptop to the server of 10,000 developers.
 *
 * They are written at every start, so a new version of Muster brings its own; an administrator's `local.conf` overrides
 * them.
 */
const settings = `
# Written by Muster at every start. To change a setting, write it into local.conf beside this file.

# An acknowledged change survives a crash of the process and of the machine.
fsync = on
synchronous_commit = on
full_page_writes = on

max_connections = 100
shared_buffers = 256MB
effective_cache_size = 1GB
work_mem = 8MB
maintenance_work_mem = 128MB

# Queries are short: compiling them, or dividing them among workers, costs more than it saves. Parallel workers
# would also need more of /dev/shm than the 64 MB a container has.
jit = off
max_parallel_workers_per_gather = 0
random_page_cost = 1.1

# Nobody replicates tables; the process that waits for it is not started.
max_logical_replication_workers = 0

# Containers usually forbid io_uring; workers run everywhere.
io_method = worker

# Many small commits: WAL files are recycled rather than created and zeroed under load, and checkpoints (after which
# every page is logged in full again) are rare and spread out. Commits that come together share one flush anyway;
# commit_delay would only make everyone wait on a fast disk.
wal_buffers = 4MB
min_wal_size = 256MB
max_wal_size = 2GB
checkpoint_timeout = 15min
checkpoint_completion_target = 0.9

# The log is for whoever looks into a problem: what went wrong, what was slow, who waited for a lock.
log_destination = stderr
logging_collector = off
log_min_messages = warning
log_min_duration_statement = 2s
log_lock_waits = on
log_line_prefix = '%m [%p] '
log_timezone = UTC
timezone = UTC
lc_messages = C

include_if_exists 'local.conf'
`.trimStart()

/** Writes the settings into the cluster, unless they are already there. */
export async function writeSettings(clusterDir: string, account: Account | undefined): Promise<void> {
  const file = join(clusterDir, SETTINGS_FILE)
  if ((await readFile(file, 'utf8').catch(() => undefined)) === settings) return
  await replaceFile(file, settings, { owner: account })
}
