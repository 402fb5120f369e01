import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApiDocument } from '@muster/contract/openapi/document'
import { type Files, readFolder, zip } from '../archive.ts'
import { writeClient } from './write-client.ts'

const root = join(import.meta.dirname, '../../..')

/** The client for Python, as `pip` installs it. It needs nothing but Python, here and there. */
export function makeWheel(version: string): { readonly name: string; readonly bytes: Buffer } {
  const url = 'http://127.0.0.1:4000'
  const written = writeClient(openApiDocument({ apiUrl: url, appUrl: url, version }))
  const folder = join(root, 'clients/python')
  const sources = [...readFolder(folder)].filter(([path]) => /^muster\/(\w+\.py|py\.typed)$/.test(path))
  const generated = Object.entries(written).map(([path, text]) => [path, Buffer.from(text)] as const)
  const info = `muster_client-${version}.dist-info`
  const metadata = [
    'Metadata-Version: 2.4\nName: muster-client',
    `Version: ${version}`,
    'Summary: A typed client for the Muster API.\nLicense-Expression: Apache-2.0\nLicense-File: LICENSE',
    'Requires-Python: >=3.10\nDescription-Content-Type: text/markdown\n',
    readFileSync(join(folder, 'README.md'), 'utf8'),
  ]
  const files: Files = new Map([
    ...sources,
    ...generated,
    [`${info}/METADATA`, Buffer.from(metadata.join('\n'))],
    [`${info}/WHEEL`, Buffer.from('Wheel-Version: 1.0\nGenerator: muster\nRoot-Is-Purelib: true\nTag: py3-none-any\n')],
    [`${info}/licenses/LICENSE`, readFileSync(join(root, 'LICENSE'))],
  ])
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url')
  const record = [...files].map(([path, bytes]) => `${path},sha256=${hash(bytes)},${bytes.length}\n`)
  const whole = new Map([...files, [`${info}/RECORD`, Buffer.from(`${record.join('')}${info}/RECORD,,\n`)]])
  return { name: `muster_client-${version}-py3-none-any.whl`, bytes: zip(whole) }
}
