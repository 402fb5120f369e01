import type { ContentBlock, Message } from '@muster/contract/message'

/** The readable text of a message; other blocks are named in brackets. */
export function messageText(message: Message): string {
  return message.content.map(blockText).filter(Boolean).join('\n')
}

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'thinking':
      return `[thinking] ${block.thinking}`
    case 'tool_use':
      return `[${block.name}] ${JSON.stringify(block.input)}`
    case 'tool_result':
      return `[${block.isError ? 'tool failed' : 'tool result'}] ${resultText(block.content)}`
    case 'image':
      return `[image ${block.source.mediaType}]`
    case 'document':
      return `[file ${block.source.name ?? block.source.mediaType}]`
    default:
      // A newer service may send kinds of content that this client does not know.
      return '[other content]'
  }
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content
  return content === undefined ? '' : JSON.stringify(content)
}
