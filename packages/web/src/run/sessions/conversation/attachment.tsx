import { Icon } from '../../../ui/icon.tsx'
import { LongText } from '../../../ui/long-text.tsx'
import { plainText } from '../../../ui/plain-text.ts'
import { decodedText, sizeOfBase64 } from './base64.ts'
import { Foldable } from './foldable.tsx'
import type { Row } from './rows.ts'

/** An image or a file of a message. */
export function Attachment({ row }: { row: Extract<Row, { kind: 'image' | 'document' }> }) {
  const place = row.isOwn ? 'ml-auto' : ''
  if (row.kind === 'image') {
    const { mediaType, data } = row.source
    return (
      <img
        src={`data:${mediaType};base64,${data}`}
        alt="Attached"
        className={`max-h-80 max-w-full rounded-md border border-line ${place}`}
      />
    )
  }
  const { name, mediaType, data } = row.source
  const text = decodedText(row.source)
  const about = `${mediaType}, ${sizeOfBase64(data)}`
  if (text === undefined) {
    return (
      <p className={`flex w-fit items-center gap-2 rounded-md border border-line px-3 py-1.5 text-[13px] ${place}`}>
        <Icon name="file" size={14} className="text-muted" />
        {plainText(name ?? 'A file')}
        <span className="text-xs text-muted">{about}</span>
      </p>
    )
  }
  return (
    <Foldable id={row.key} icon="file" title={plainText(name ?? 'A file')} about={about}>
      <LongText text={text} className="font-mono text-xs" />
    </Foldable>
  )
}
