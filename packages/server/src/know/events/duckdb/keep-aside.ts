import { open } from 'node:fs/promises'
import { putInPlace } from '../../../ground/platform/replace-file.ts'

/** Saves bytes that are cut off a file in a separate file beside it, and returns the name of that file. */
export async function keepAside(path: string, bytes: Uint8Array): Promise<string> {
  const kept = `${path}.cut-${new Date().toISOString().replaceAll(':', '-')}`
  const draft = await open(`${kept}.new`, 'wx', 0o600)
  await draft.writeFile(bytes)
  await draft.close()
  await putInPlace(`${kept}.new`, kept)
  return kept
}
