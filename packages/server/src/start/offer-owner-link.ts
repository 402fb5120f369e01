import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../ground/config/settings.ts'
import { replaceFile } from '../ground/platform/replace-file.ts'
import type { App } from './app.ts'

interface OfferOptions {
  readonly config: Config
  readonly isDemo: boolean
  /** True if the output is a terminal, which a person reads. */
  readonly isTerminal: boolean
}

/**
 * Offers a sign-in link instead of a key to copy, until the key's first use, and for every demonstration. Like the key,
 * it is shown only in a terminal: other output is stored, and whoever reads it within an hour could sign in as the
 * owner. Otherwise it is written to a file that only this account can read, until the next start. Resolves with the
 * link, or with a text that names the file.
 */
export async function offerOwnerLink(
  app: App,
  { config, isDemo, isTerminal }: OfferOptions,
): Promise<string | undefined> {
  const file = join(resolve(config.MUSTER_DATA_DIR), 'sign-in.link')
  await rm(file, { force: true })
  if (!isDemo && !app.created && !app.unusedKey) return undefined
  const token = await app.services.links.createOwnerLink()
  if (!token) return undefined
  const link = `${config.MUSTER_APP_URL ?? config.MUSTER_API_URL ?? app.address}/sign-in#token=${token}`
  if (isTerminal) return link
  await replaceFile(file, `${link}\n`)
  return `with the link in ${file}`
}
