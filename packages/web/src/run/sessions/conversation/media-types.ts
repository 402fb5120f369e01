import type { ImageAttachment } from '@muster/contract/message'

/** The image types that the service accepts. */
export const imageMediaTypes: readonly ImageAttachment['mediaType'][] = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
]
