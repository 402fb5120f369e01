import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { MessagesSkeleton } from './messages-skeleton.tsx'
import type { Row } from './rows.ts'

interface MessageListProps {
  readonly rows: readonly Row[]
  readonly isLoaded: boolean
  readonly hasEarlier: boolean
  readonly onEarlier: () => void
  readonly children: (row: Row) => ReactNode
}

/** At this distance from the top, the previous page is loaded. */
const earlierPixels = 1200
const estimates: Readonly<Partial<Record<Row['kind'], number>>> = { tool: 32, thinking: 32, text: 120, user: 90 }

/**
 * A virtual list: only the visible rows of a conversation are in the document. It stays at the end while the reader is
 * there, and keeps its position when older messages are added above.
 */
export function MessageList({ rows, isLoaded, hasEarlier, onEarlier, children }: MessageListProps) {
  const box = useRef<HTMLElement>(null)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => estimates[rows[index]?.kind ?? 'text'] ?? 80,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: 120,
    paddingStart: 16,
    paddingEnd: 24,
  })
  const isFilled = isLoaded && rows.length > 0
  useEffect(() => {
    if (isFilled) list.scrollToEnd()
  }, [isFilled, list])
  const offset = list.scrollOffset ?? 0
  useEffect(() => {
    if (isFilled && hasEarlier && offset < earlierPixels) onEarlier()
  }, [isFilled, hasEarlier, offset, onEarlier])
  return (
    <ScrollRegion
      ref={box}
      aria-label="Conversation"
      className="min-h-0 flex-1 overflow-y-auto outline-offset-[-2px] [overflow-anchor:none]"
    >
      {isLoaded ? (
        <ol className="relative mx-auto w-full max-w-3xl" style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ key, index, start }) => {
            const row = rows[index]
            return (
              <li
                key={key}
                data-index={index}
                ref={list.measureElement}
                className={`absolute inset-x-0 top-0 px-4 sm:px-6 ${isLine(row) ? 'py-0.5' : 'py-2'}`}
                style={{ transform: `translateY(${start}px)` }}
              >
                {row && children(row)}
              </li>
            )
          })}
        </ol>
      ) : (
        <MessagesSkeleton />
      )}
    </ScrollRegion>
  )
}

/** Calls and thoughts are single lines with little space between them. */
function isLine(row: Row | undefined): boolean {
  return row?.kind === 'tool' || row?.kind === 'thinking'
}
