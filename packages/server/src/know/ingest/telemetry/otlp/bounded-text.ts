/**
 * Texts of senders are cut at this length, in both encodings. Texts of agents may contain whole conversations, of which
 * only the beginning is needed.
 */
export const maxTextLength = 2 ** 20
export const maxListLength = 1000
/** The deepest nesting of lists. */
export const maxListDepth = 8
/** The maximum number of attributes of a point, all of which are read. This is OpenTelemetry's own default limit. */
export const maxAttributes = 128
/** Ids of spans have 8 bytes. */
export const maxIdBytes = 32

export const tooManyAttributes = `It has more than ${maxAttributes} attributes.`

export function boundedText(text: string): string {
  return text.length > maxTextLength ? text.slice(0, maxTextLength) : text
}
