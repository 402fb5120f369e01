import type { ContentBlock } from '@muster/contract/message'
import { imageMediaTypes } from '@muster/contract/message'
import { type Loose, listOf, objectOf, textOf } from '../acp/loose.ts'
import { capText, storable } from './cap-text.ts'

/** A larger image does not fit into a frame with the rest. */
const maxImageCharacters = 2 * 2 ** 20

/** Converts a block of the Agent Client Protocol into one of a message; `undefined` if it is empty. */
export function readContent(content: Loose, newId: () => string): ContentBlock | undefined {
  if (content.type === 'image') return readImage(content, newId)
  const text = textIn(content)
  return text === undefined ? undefined : { type: 'text', id: newId(), text: storable(text) }
}

/** The text of a block: its own, that of an embedded file, or the address of a file. */
export function textIn(content: Loose): string | undefined {
  const resource = objectOf(content.resource)
  const link = textOf(content.uri) ?? textOf(resource.uri)
  return textOf(content.text) ?? textOf(resource.text) ?? (link && `[${textOf(content.name) ?? link}](${link})`)
}

function readImage({ data, mimeType }: Loose, newId: () => string): ContentBlock {
  const mediaType = imageMediaTypes.find((each) => each === mimeType)
  if (mediaType && typeof data === 'string' && data !== '' && data.length <= maxImageCharacters) {
    return { type: 'image', id: newId(), source: { type: 'base64', data, mediaType } }
  }
  return { type: 'text', id: newId(), text: '[A picture that is too large, or of an unknown kind, is left out.]' }
}

/** The output of a tool: a text, or blocks if it has images. */
export function readToolOutput(update: Loose, earlier: string, newId: () => string): unknown {
  const entries = listOf(update.content)
  let left = maxImageCharacters
  const images = entries
    .map(({ content }) => objectOf(content))
    .filter(({ type }) => type === 'image')
    .map((image) => {
      left -= textOf(image.data)?.length ?? 0
      return readImage(left < 0 ? {} : image, newId)
    })
  const text = storable(capText(outputText(update, earlier)))
  return images.length === 0 ? text : [...(text ? [{ type: 'text', id: newId(), text }] : []), ...images]
}

/** Prefers the raw output, which the tool returned, to the content, which is the agent's display of it. */
function outputText({ rawOutput, content }: Loose, earlier: string): string {
  const raw = objectOf(rawOutput)
  const said =
    textOf(rawOutput) ??
    textOf(raw.output) ??
    textOf(raw.formatted_output) ??
    textOf(raw.aggregated_output) ??
    textOf(raw.stdout)
  if (said !== undefined) return said
  if (earlier !== '') return earlier
  const shown = listOf(content).flatMap((entry) => textOfEntry(entry) ?? [])
  if (shown.length > 0) return shown.join('\n')
  return Object.keys(raw).length > 0 ? JSON.stringify(raw) : ''
}

function textOfEntry(entry: Loose): string | undefined {
  if (entry.type === 'diff') return textOf(entry.path) && `Changed ${entry.path}`
  return textIn(objectOf(entry.content))
}

/** Some agents stream the output of a terminal in pieces, besides the rest. */
export function terminalPiece({ _meta }: Loose): string {
  const meta = objectOf(_meta)
  return textOf(objectOf(meta.terminal_output_delta).data) ?? textOf(objectOf(meta.terminal_output).data) ?? ''
}
