import { isUtf8 } from 'node:buffer'
import type { FileAttachment, ImageAttachment } from '@muster/contract/message'
import { AppError, invalid } from '../../ground/platform/app-error.ts'

interface Attachments {
  readonly images?: readonly ImageAttachment[]
  readonly files?: readonly FileAttachment[]
}

/** Throws 400 for an attachment whose bytes do not match its media type, and 413 for one that is too large. */
export function checkAttachments({ images = [], files = [] }: Attachments, maxBytes: number): void {
  for (const [index, image] of images.entries()) checkAttachment(image, `images[${index}]`, maxBytes)
  for (const [index, file] of files.entries()) checkAttachment(file, `files[${index}]`, maxBytes)
}

function checkAttachment(attachment: ImageAttachment | FileAttachment, path: string, maxBytes: number): void {
  const bytes = decodeBase64(attachment.data)
  if (!bytes) throw invalid(`${path}.data`, 'must be base64')
  if (bytes.length > maxBytes) {
    throw new AppError('attachment_too_large', `${path} has ${bytes.length} bytes; the limit is ${maxBytes} bytes.`)
  }
  if (!looksLike(attachment.mediaType, bytes)) {
    throw invalid(`${path}.data`, `must be ${attachment.mediaType}, but its bytes are not`)
  }
}

/**
 * Returns `undefined` for anything but complete standard base64, with or without padding. Node's decoder skips most
 * invalid characters, so a result that is too short shows them. It also accepts base64url, and keeps the low byte of
 * characters outside ASCII, so these are checked for separately.
 */
export function decodeBase64(text: string): Buffer | undefined {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const length = text.length - padding
  if (length % 4 === 1 || (padding > 0 && text.length % 4 !== 0)) return undefined
  if (text.includes('-') || text.includes('_') || Buffer.byteLength(text) > text.length) return undefined
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === Math.floor((length * 3) / 4) ? bytes : undefined
}

function looksLike(mediaType: string, bytes: Buffer): boolean {
  const startsWith = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte)
  const ascii = (start: number, end: number) => bytes.toString('latin1', start, end)
  switch (mediaType) {
    case 'image/jpeg':
      return startsWith(0xff, 0xd8, 0xff)
    case 'image/png':
      return startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
    case 'image/gif':
      return ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a'
    case 'image/webp':
      return ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP'
    case 'application/pdf':
      // Readers of PDF accept a header anywhere in the first kilobyte.
      return ascii(0, 1024).includes('%PDF-')
    default:
      return isUtf8(bytes) && !bytes.includes(0)
  }
}
