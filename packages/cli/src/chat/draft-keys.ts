import { printable } from '../terminal/width.ts'
import { type Draft, draftOf, emptyDraft, erase, insert, isOnFirstLine, isOnLastLine, move } from './editor.ts'
import type { Key } from './keys.ts'

type Edit = (draft: Draft) => Draft

/** The editing keys of a shell, for a multi-line draft. */
const edits: Readonly<Record<string, Edit>> = {
  left: (draft) => move(draft, 'left'),
  right: (draft) => move(draft, 'right'),
  'ctrl-b': (draft) => move(draft, 'left'),
  'ctrl-f': (draft) => move(draft, 'right'),
  home: (draft) => move(draft, 'lineStart'),
  end: (draft) => move(draft, 'lineEnd'),
  'ctrl-a': (draft) => move(draft, 'lineStart'),
  'ctrl-e': (draft) => move(draft, 'lineEnd'),
  'alt-b': (draft) => move(draft, 'wordLeft'),
  'alt-f': (draft) => move(draft, 'wordRight'),
  'ctrl-left': (draft) => move(draft, 'wordLeft'),
  'ctrl-right': (draft) => move(draft, 'wordRight'),
  backspace: (draft) => erase(draft, 'left'),
  'ctrl-h': (draft) => erase(draft, 'left'),
  delete: (draft) => erase(draft, 'right'),
  'ctrl-d': (draft) => erase(draft, 'right'),
  'ctrl-w': (draft) => erase(draft, 'wordLeft'),
  'alt-backspace': (draft) => erase(draft, 'wordLeft'),
  'alt-d': (draft) => erase(draft, 'wordRight'),
  'ctrl-u': (draft) => erase(draft, 'lineStart'),
  'ctrl-k': (draft) => erase(draft, 'lineEnd'),
  enter: (draft) => insert(draft, '\n'),
  'alt-return': (draft) => insert(draft, '\n'),
  'alt-enter': (draft) => insert(draft, '\n'),
}

/** A draft that a person edits, with the history of their earlier texts. */
export class DraftKeys {
  draft: Draft = emptyDraft
  readonly #sent: string[] = []
  #place = 0
  /** The draft from before the person went back in the history. */
  #kept = ''

  /** Returns whether the draft handled the key. */
  press(key: Key): boolean {
    if ('text' in key) {
      this.draft = insert(this.draft, printable(key.text))
      return true
    }
    if (key.name === 'up' || key.name === 'ctrl-p') return this.#older()
    if (key.name === 'down' || key.name === 'ctrl-n') return this.#newer()
    const edit = edits[key.name]
    if (!edit) return false
    this.draft = edit(this.draft)
    return true
  }

  /** Takes the text out and adds it to the history, where the key Up finds it. */
  take(): string {
    const { text } = this.draft
    this.remember(text)
    this.draft = emptyDraft
    return text
  }

  remember(text: string): void {
    if (text.trim() !== '' && this.#sent.at(-1) !== text) this.#sent.push(text)
    this.#place = this.#sent.length
  }

  #older(): boolean {
    if (!isOnFirstLine(this.draft)) this.draft = move(this.draft, 'up')
    else if (this.#place > 0) {
      if (this.#place === this.#sent.length) this.#kept = this.draft.text
      this.#place -= 1
      this.draft = draftOf(this.#sent[this.#place] ?? '')
    }
    return true
  }

  #newer(): boolean {
    if (!isOnLastLine(this.draft)) this.draft = move(this.draft, 'down')
    else if (this.#place < this.#sent.length) {
      this.#place += 1
      this.draft = draftOf(this.#sent[this.#place] ?? this.#kept)
    }
    return true
  }
}
