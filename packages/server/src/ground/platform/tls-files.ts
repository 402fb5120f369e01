import { type FSWatcher, readFileSync, type StatsListener, unwatchFile, watchFile } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { Log } from './log.ts'
import { StartRefused } from './start-refused.ts'

/** The certificate chain and private key of a TLS server, as PEM. */
interface TlsFiles {
  readonly cert: Buffer
  readonly key: Buffer
}

export interface TlsPaths {
  readonly cert: string
  readonly key: string
}

/** Reads both files and checks them, so that a mistake is reported at the start and not to every client. */
export function readTlsFiles({ cert, key }: TlsPaths): TlsFiles {
  const files = { cert: readPem('MUSTER_TLS_CERT', cert), key: readPem('MUSTER_TLS_KEY', key) }
  try {
    createSecureContext(files)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const advice = /mismatch/.test(reason)
      ? `The key in ${key} does not belong to the certificate in ${cert}`
      : `${cert} and ${key} cannot be used for TLS (${reason})`
    throw new StartRefused(
      `${advice}. Set MUSTER_TLS_CERT and MUSTER_TLS_KEY to a certificate and its key, both in PEM.`,
    )
  }
  return files
}

/** Certificates are renewed every few weeks, so a delay of half a minute does not matter. */
const lookEveryMs = 30_000

/**
 * Calls back with the new files when one was replaced. It polls, because programs that renew certificates replace whole
 * directories by links, which file watching does not notice. An unusable pair is logged and ignored: the old one still
 * works.
 */
export function watchTlsFiles(
  paths: TlsPaths,
  log: Log,
  onChange: (files: TlsFiles) => void,
  everyMs: number = lookEveryMs,
): Pick<FSWatcher, 'close'> {
  const look: StatsListener = (now, before) => {
    if (now.mtimeMs === before.mtimeMs && now.ino === before.ino) return
    try {
      onChange(readTlsFiles(paths))
      log.info({ certificate: paths.cert }, 'the TLS certificate was replaced')
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'the new TLS certificate cannot be used; the old one stays')
    }
  }
  const names = [paths.cert, paths.key]
  for (const name of names) watchFile(name, { interval: everyMs, persistent: false }, look)
  return { close: () => names.forEach((name) => void unwatchFile(name, look)) }
}

function readPem(setting: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new StartRefused(`${setting} names a file that cannot be read (${(error as Error).message}).`)
  }
}
