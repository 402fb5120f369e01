import type { ChosenFile } from './chosen-file.ts'
import { imageMediaTypes } from './media-types.ts'

/** The service has the real limit; this one only protects the memory of the browser. */
const mostBytes = 50 * 2 ** 20

/** Reads files that were selected, dropped or pasted. Throws an error with a sentence for people. */
export async function readFiles(files: readonly File[]): Promise<ChosenFile[]> {
  return Promise.all(files.map(readOne))
}

async function readOne(file: File): Promise<ChosenFile> {
  const { name, size } = file
  if (size === 0) throw new Error(`${name} is empty.`)
  if (size > mostBytes) throw new Error(`${name} is larger than 50 MB.`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const data = toBase64(bytes)
  const key = `${name} ${size} ${file.lastModified}`
  const image = imageMediaTypes.find((each) => each === file.type)
  if (image) return { key, name, size, image: { type: 'base64', mediaType: image, data } }
  const mediaType = mediaTypeOf(file.type, bytes)
  if (!mediaType) throw new Error(`${name} is neither text, JSON, PDF nor a picture (JPEG, PNG, GIF, WebP).`)
  return { key, name, size, file: { type: 'base64', mediaType, data, name: name.slice(0, 255) } }
}

/** Browsers guess the type by name, and take `.ts` for a video; a text file is sent as text. */
function mediaTypeOf(told: string, bytes: Uint8Array): string | undefined {
  if (told === 'application/pdf' || told === 'application/json') return told
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text.includes('\0')) return undefined
    return /^text\/[a-z0-9.+-]{1,100}$/.test(told) ? told : 'text/plain'
  } catch {
    return undefined
  }
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += 0x8000)
    text += String.fromCharCode(...bytes.subarray(start, start + 0x8000))
  return btoa(text)
}
