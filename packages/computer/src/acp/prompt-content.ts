import type { ContentBlock } from '@muster/contract/message'
import type { Loose } from './loose.ts'

interface Takes {
  readonly takesImages: boolean
  readonly takesFiles: boolean
}

/** Converts a person's message for the agent. Content that the agent does not support is described, not dropped. */
export function promptContent(content: readonly ContentBlock[], takes: Takes): Loose[] {
  return content.flatMap((block): Loose[] => {
    if (block.type === 'text') return block.text === '' ? [] : [{ type: 'text', text: block.text }]
    if (block.type === 'image') {
      const { data, mediaType } = block.source
      if (takes.takesImages) return [{ type: 'image', data, mimeType: mediaType }]
      return [{ type: 'text', text: '[A picture was attached, which this agent cannot see.]' }]
    }
    if (block.type !== 'document') return []
    const { source } = block
    const name = source.name ?? source.path ?? 'attachment'
    const uri = `attachment:///${encodeURIComponent(name)}`
    const text = source.parsedData ?? textIn(source.mediaType, source.data)
    if (text === undefined) {
      if (!takes.takesFiles) return [{ type: 'text', text: `[${name} was attached, which this agent cannot read.]` }]
      return [{ type: 'resource', resource: { uri, mimeType: source.mediaType, blob: source.data } }]
    }
    if (takes.takesFiles) return [{ type: 'resource', resource: { uri, mimeType: source.mediaType, text } }]
    return [{ type: 'text', text: `${name}:\n\n${text}` }]
  })
}

function textIn(mediaType: string, data: string): string | undefined {
  const isText = mediaType.startsWith('text/') || mediaType === 'application/json'
  return isText ? Buffer.from(data, 'base64').toString('utf8') : undefined
}
