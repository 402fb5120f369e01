import type { ContentBlock } from '@muster/contract/message'
import { toolSummary } from '../talk/tool-summary.ts'
import { printable, truncate } from '../terminal/width.ts'
import type { Entry } from './conversation.ts'
import { renderMarkdown } from './markdown.ts'
import { fold, hang, type Line, span } from './span.ts'

export interface Look {
  readonly width: number
  /** Shows thoughts and tool results in full. */
  readonly details: boolean
  /** The spinner before a running tool. */
  readonly spinner: string
}

type ToolUse = Extract<ContentBlock, { type: 'tool_use' }>

const thoughtRows = 2
const failureRows = 10
const detailRows = 200

/** A message as rows, after an empty row. Foreign text cannot control the terminal. */
export function renderEntry(entry: Entry, look: Look): Line[] {
  const { message } = entry
  const rows = message.content.flatMap((block) => renderBlock(block, entry, look))
  if (rows.length === 0) return []
  // Results follow their tools without an empty row.
  return message.role === 'tool' ? rows : [[], ...rows]
}

/** Unfinished text; only the last rows if it is long. */
export function renderPreview(text: string, { width }: Look, maxRows: number): Line[] {
  const rows = hang(renderMarkdown(printable(text), width - 2), span('● ', 'green'))
  return [[], ...(rows.length > maxRows ? rows.slice(-maxRows) : rows)]
}

function renderBlock(block: ContentBlock, entry: Entry, look: Look): Line[] {
  const { role, isError } = entry.message
  const width = look.width - 2
  switch (block.type) {
    case 'text': {
      const text = printable(block.text)
      if (text.trim() === '') return []
      if (role === 'user') return hang(fold([span(text.trim(), 'bold')], width), span('❯ ', 'cyan'))
      if (role === 'system') {
        const color = isError ? 'red' : 'yellow'
        return hang(fold([span(text.trim(), color)], width), span(isError ? '✗ ' : '· ', color))
      }
      return hang(renderMarkdown(text, width), span('● ', 'green'))
    }
    case 'thinking': {
      const rows = fold([span(printable(block.thinking).trim(), 'dim')], width)
      return hang(capped(rows, look.details ? detailRows : thoughtRows), span('✻ ', 'dim'))
    }
    case 'tool_use':
      return renderTool(block, entry, look)
    case 'tool_result':
      return []
    case 'image':
      return [[span('  '), span(`[image ${block.source.mediaType}]`, 'dim')]]
    case 'document':
      return [[span('  '), span(truncate(printable(`[file ${block.source.name ?? ''}]`), width), 'dim')]]
    default:
      // A newer service may send kinds of content that this client does not know.
      return [[span('  '), span('[other content]', 'dim')]]
  }
}

/** One row per tool. A failure is shown with its output, which people would ask for. */
function renderTool(block: ToolUse, { results, isOver }: Entry, look: Look): Line[] {
  const result = results.get(block.id)
  const summary = truncate(toolSummary(block.name, block.input), look.width - 4)
  if (!result) return [[span('  '), span(isOver ? '◌' : look.spinner, 'yellow'), span(` ${summary}`)]]
  const mark = result.isError ? span('✗', 'red') : span('✓', 'green')
  const shown = result.isError ? failureRows : look.details ? detailRows : 0
  const output = printable(resultText(result.content)).trim()
  const rows = shown === 0 || output === '' ? [] : fold([span(output, result.isError ? 'red' : 'dim')], look.width - 6)
  return [[span('  '), mark, span(` ${summary}`)], ...hang(capped(rows, shown), span('      '))]
}

function capped(rows: readonly Line[], most: number): Line[] {
  if (rows.length <= most) return [...rows]
  const left = rows.length - most
  return [...rows.slice(0, most), [span(`… ${left} more ${left === 1 ? 'line' : 'lines'} (Ctrl-O shows all)`, 'dim')]]
}

/** The output of a tool: a text, or blocks that may contain text. */
function resultText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return content === undefined ? '' : JSON.stringify(content)
  return content
    .map((block: unknown) => {
      const text = typeof block === 'object' && block !== null && 'text' in block ? block.text : undefined
      return typeof text === 'string' ? text : JSON.stringify(block)
    })
    .join('\n')
}
