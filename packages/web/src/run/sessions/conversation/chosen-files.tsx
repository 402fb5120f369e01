import { Icon } from '../../../ui/icon.tsx'
import { bytesText } from '../../../ui/numbers.ts'
import type { ChosenFile } from './chosen-file.ts'

export function ChosenFiles({ files, onRemove }: { files: readonly ChosenFile[]; onRemove: (key: string) => void }) {
  if (files.length === 0) return null
  return (
    <ul aria-label="Attached files" className="flex flex-wrap gap-2 px-3 pt-3">
      {files.map(({ key, name, size, image }) => (
        <li
          key={key}
          className="flex max-w-full items-center gap-2 rounded-md border border-line bg-sunken py-1 pr-1 pl-2 text-xs"
        >
          {image ? (
            <img src={`data:${image.mediaType};base64,${image.data}`} alt="" className="size-6 rounded object-cover" />
          ) : (
            <Icon name="file" size={14} className="text-muted" />
          )}
          <span className="max-w-48 truncate">{name}</span>
          <span className="text-muted">{bytesText(size)}</span>
          <button
            type="button"
            aria-label={`Remove ${name}`}
            onClick={() => onRemove(key)}
            className="inline-flex size-5 items-center justify-center rounded text-muted hover:bg-hover hover:text-ink"
          >
            <Icon name="close" size={12} />
          </button>
        </li>
      ))}
    </ul>
  )
}
