import type { FileAttachment } from '@muster/contract/message'
import { bytesText } from '../../../ui/numbers.ts'

export function sizeOfBase64(data: string): string {
  return bytesText(Math.floor((data.length * 3) / 4))
}

/** The content of a file, if it is text. */
export function decodedText({ mediaType, data, parsedData }: FileAttachment): string | undefined {
  if (parsedData !== undefined) return parsedData
  if (mediaType === 'application/pdf') return undefined
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)))
  } catch {
    return undefined
  }
}
