import { basename, extname } from 'node:path'
import type { FileAttachment, ImageAttachment } from '@muster/contract/message'
import { usage } from './command-line/failure.ts'
import { readBytes } from './read-input.ts'

const imageTypes: Readonly<Record<string, ImageAttachment['mediaType']>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
}

const fileTypes: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.csv': 'text/csv',
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.xml': 'text/xml',
}

export async function imageOf(path: string): Promise<ImageAttachment> {
  const mediaType = imageTypes[extname(path).toLowerCase()]
  if (!mediaType)
    throw usage(`${path} is no image that can be sent.`, 'Send jpeg, png, gif or webp; others with --file.')
  return { type: 'base64', mediaType, data: (await readBytes(path)).toString('base64') }
}

/** A file with an unknown extension is plain text if its bytes are text. The service accepts only PDF and text. */
export async function fileOf(path: string): Promise<FileAttachment> {
  const bytes = await readBytes(path)
  const mediaType = fileTypes[extname(path).toLowerCase()] ?? (isText(bytes) ? 'text/plain' : undefined)
  if (!mediaType) throw usage(`${path} is neither a PDF nor text.`, 'Pictures are sent with --image.')
  if (bytes.length === 0) throw usage(`${path} is empty.`)
  return { type: 'base64', mediaType, data: bytes.toString('base64'), name: basename(path), path }
}

function isText(bytes: Buffer): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0')
  } catch {
    return false
  }
}
