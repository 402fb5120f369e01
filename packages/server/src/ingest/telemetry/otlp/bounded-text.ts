/**
 * What a sender writes is read up to these bounds, in both encodings. Texts of agents may hold whole conversations, of
 * which nobody here reads more than the beginning.
 */
export const maxTextLength = 2 ** 20
export const maxListLength = 1000
/** Lists within lists. */
export const maxListDepth = 8
/** Attributes of a point, all of which are read. OpenTelemetry's own default limit. */
export const maxAttributes = 128
/** Ids of spans have 8 bytes. */
export const maxIdBytes = 32

export const tooManyAttributes = `It has more than ${maxAttributes} attributes.`

export function boundedText(text: string): string {
  return text.length > maxTextLength ? text.slice(0, maxTextLength) : text
}
