type Align = 'left' | 'right'

export interface Column {
  readonly title: string
  readonly align: Align
}

/** For the terminal: columns padded with spaces, a line under the titles. */
export function textTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ title }, index) =>
    Math.max(title.length, ...rows.map((row) => (row[index] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    columns
      .map(({ align }, index) => pad(cells[index] ?? '', widths[index] ?? 0, align))
      .join('  ')
      .trimEnd()
  const titles = columns.map(({ title }) => title)
  return [line(titles), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n')
}

export function markdownTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = columns.map(({ align }) => (align === 'right' ? '---:' : '---'))
  return [line(columns.map(({ title }) => title)), line(rule), ...rows.map(line)].join('\n')
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A bar for a share between 0 and 1, `width` characters long at 1, with a mark where the target is. */
export function bar(share: number, target: number | undefined, width = 20): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * width * 8)
  const drawn = '█'.repeat(Math.floor(filled / 8)) + (eighths[filled % 8] ?? '')
  const cells = [...drawn.padEnd(width, '·')]
  if (target !== undefined) {
    const place = Math.min(width - 1, Math.round(target * width))
    if (cells[place] === '·') cells[place] = '┊'
  }
  return cells.join('')
}

function pad(text: string, width: number, align: Align): string {
  return align === 'right' ? text.padStart(width) : text.padEnd(width)
}

export function decimals(value: number, digits: number): string {
  return Number.isFinite(value) ? value.toFixed(digits) : '–'
}

/** Whole numbers with a comma at the thousands. */
export function whole(value: number): string {
  return Number.isFinite(value) ? Math.round(value).toLocaleString('en-US') : '–'
}

export function percent(share: number): string {
  return Number.isFinite(share) ? `${Math.round(share * 100)} %` : '–'
}
