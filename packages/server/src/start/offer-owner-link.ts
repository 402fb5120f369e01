import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../ground/config/settings.ts'
import { replaceFile } from '../ground/platform/replace-file.ts'
import type { App } from './app.ts'

interface OfferOptions {
  readonly config: Config
  readonly isDemo: boolean
  /** Whether a person reads the output. */
  readonly isTerminal: boolean
}

/**
 * A link to click on instead of a key to copy, until the owner has used the key, and for every demonstration. Like the key, it
 * is shown in a terminal alone: other output is stored, and who reads it within the hour would be the owner. There it is in a
 * file that this account reads, until the next start. Resolves with what to say.
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
