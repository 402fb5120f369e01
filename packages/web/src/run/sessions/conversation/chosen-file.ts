import type { FileAttachment, ImageAttachment } from '@muster/contract/message'

/** A file that a person selected, ready to be sent. */
export interface ChosenFile {
  readonly key: string
  readonly name: string
  readonly size: number
  readonly image?: ImageAttachment
  readonly file?: FileAttachment
}

export const mostFiles = 20
/** Converts files to the format of a message. */
export function attachmentsOf(files: readonly ChosenFile[]): { images?: ImageAttachment[]; files?: FileAttachment[] } {
  const images = files.flatMap(({ image }) => image ?? [])
  const others = files.flatMap(({ file }) => file ?? [])
  return { ...(images.length > 0 && { images }), ...(others.length > 0 && { files: others }) }
}
