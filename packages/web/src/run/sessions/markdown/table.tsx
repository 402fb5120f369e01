import type { Token, Tokens } from 'marked'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { Inline } from './inline.tsx'

export function Table({ token, depth }: { token: Token; depth: number }) {
  const { header, rows } = token as Tokens.Table
  return (
    <ScrollRegion aria-label="Table" className="overflow-x-auto">
      <table className="border-collapse text-[13px]">
        <thead>
          <tr>
            {header.map((cell, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name.
              <th key={place} scope="col" className="border-b border-line-strong px-2 py-1 text-left font-medium">
                <Inline tokens={cell.tokens} depth={depth} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text only grows at its end.
            <tr key={place} className="border-b border-line">
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name.
                <td key={column} className="px-2 py-1 align-top">
                  <Inline tokens={cell.tokens} depth={depth} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
