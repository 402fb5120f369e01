import { text } from 'node:stream/consumers'
import { usage } from './command-line/failure.ts'
import { askHidden } from './terminal/prompt.ts'

export const whereKeysAre =
  'The first start of a service shows the key of its owner; everybody else makes one in the web application, under API keys.'

/** Reads an API key from a person, without echo, or from standard input. */
export async function readKey(url: string): Promise<string> {
  return checkedKey(await (process.stdin.isTTY ? askHidden(`API key for ${url}: `) : text(process.stdin)))
}

export function checkedKey(given: string): string {
  const key = given.trim()
  if (key === '') throw usage('There is no key.', whereKeysAre)
  return key
}
