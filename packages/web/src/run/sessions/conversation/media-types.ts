import type { ImageAttachment } from '@muster/contract/message'

/** What the service takes as a picture. */
export const imageMediaTypes: readonly ImageAttachment['mediaType'][] = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
]
