import { imageMediaTypes } from './media-types.ts'

/** The images in a tool's result, as data URLs. */
export function imagesOf(content: unknown): readonly string[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((block: unknown) => {
    if (typeof block !== 'object' || block === null || !('source' in block)) return []
    const { mediaType, data } = (block.source ?? {}) as { mediaType?: unknown; data?: unknown }
    const isImage = imageMediaTypes.some((each) => each === mediaType) && typeof data === 'string'
    return isImage && /^[A-Za-z0-9+/=]*$/.test(data) ? [`data:${mediaType};base64,${data}`] : []
  })
}
