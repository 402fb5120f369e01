import type { ContentBlock, PostMessage } from '@muster/contract/message'
import type { Ids } from '../../ground/platform/ids.ts'

/** The blocks of a user's message: the text, then the images, then the files, each in the order sent. */
export function toContent({ text, images = [], files = [] }: PostMessage, ids: Ids): ContentBlock[] {
  return [
    ...(text === '' ? [] : [{ type: 'text' as const, text, id: ids.uuid() }]),
    ...images.map((source) => ({ type: 'image' as const, id: ids.uuid(), source })),
    ...files.map((source) => ({ type: 'document' as const, id: ids.uuid(), source })),
  ]
}

const maxTitleLength = 80

/** A session without a title takes the first line of its first message. */
export function titleFrom(text: string): string | null {
  const line = text.trim().split(/\r?\n/, 1)[0]?.trim() ?? ''
  if (line === '') return null
  const characters = [...line]
  return characters.length <= maxTitleLength ? line : `${characters.slice(0, maxTitleLength - 1).join('')}…`
}
