import { type Line, type Paint, paintLine, widthOf } from './span.ts'

export interface Region {
  readonly rows: readonly Line[]
  readonly cursorRow: number
  readonly cursorColumn: number
}

interface Terminal {
  readonly columns?: number
  readonly rows?: number
  write(text: string): unknown
}

const beginUpdate = '\x1b[?2026h\x1b[?25l'
const endUpdate = '\x1b[?25h\x1b[?2026l'
const clearBelow = '\x1b[J'

/**
 * Prints permanent rows like any program, so that the scrollback of the terminal and of tmux keeps them. Below them it
 * redraws a region.
 */
export class Screen {
  readonly #terminal: Terminal
  readonly #paint: Paint
  #region: Region = { rows: [], cursorRow: 0, cursorColumn: 0 }
  #drawn = ''

  constructor(terminal: Terminal, paint: Paint) {
    this.#terminal = terminal
    this.#paint = paint
  }

  /** One column less than the terminal has: some terminals wrap a full row and others do not. */
  get width(): number {
    return Math.max(20, (this.#terminal.columns ?? 80) - 1)
  }

  get height(): number {
    return Math.max(8, this.#terminal.rows ?? 24)
  }

  draw(settled: readonly Line[], region: Region): void {
    const text = region.rows.map((row) => paintLine(row, this.#paint)).join('\r\n')
    const drawn = `${text}\0${region.cursorRow},${region.cursorColumn}`
    if (settled.length === 0 && drawn === this.#drawn) return
    const stays = settled.map((row) => `${paintLine(row, this.#paint)}\r\n`).join('')
    const up = region.rows.length - 1 - region.cursorRow
    const cursor = `${up > 0 ? `\x1b[${up}A` : ''}\r${region.cursorColumn > 0 ? `\x1b[${region.cursorColumn}C` : ''}`
    this.#terminal.write(beginUpdate + this.#toStart() + clearBelow + stays + text + cursor + endUpdate)
    this.#region = region
    this.#drawn = drawn
  }

  /** Removes the region; the cursor is then where the next program writes. */
  clear(): void {
    this.#terminal.write(this.#toStart() + clearBelow)
    this.#region = { rows: [], cursorRow: 0, cursorColumn: 0 }
    this.#drawn = ''
  }

  /** Clears the terminal; earlier rows stay in its scrollback. */
  wipe(): void {
    this.clear()
    this.#terminal.write('\x1b[H\x1b[2J')
  }

  /** Moves from the cursor to the first row of the region. A terminal that became narrower has wrapped its rows. */
  #toStart(): string {
    const { rows, cursorRow, cursorColumn } = this.#region
    const columns = Math.max(1, this.#terminal.columns ?? 80)
    const above = rows.slice(0, cursorRow).reduce((sum, row) => sum + Math.max(1, Math.ceil(widthOf(row) / columns)), 0)
    const up = above + Math.floor(cursorColumn / columns)
    return `${up > 0 ? `\x1b[${up}A` : ''}\r`
  }
}
