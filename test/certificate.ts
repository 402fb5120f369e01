import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A certificate for localhost, 127.0.0.1 and names below muster.test that vouches for itself, made now: `cert` and `key` are its files. */
export async function makeCertificate(directory: string, name = 'server'): Promise<{ cert: string; key: string }> {
  const cert = join(directory, `${name}.pem`)
  const key = join(directory, `${name}.key`)
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost,DNS:*.muster.test,IP:127.0.0.1']
  await promisify(execFile)('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', cert])
  return { cert, key }
}
