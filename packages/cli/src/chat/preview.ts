import type { LiveText } from '@muster/contract/live-text'

/** The unfinished text. After a missing piece it waits for the next complete text. */
export class Preview {
  text = ''
  #turnId = ''
  #n = 0

  whole({ turnId, n, text }: LiveText): void {
    this.#turnId = turnId
    this.#n = n
    this.text = text
  }

  add({ turnId, n, text }: LiveText): void {
    if (turnId !== this.#turnId || n !== this.#n + 1) {
      this.clear()
    } else {
      this.#n = n
      this.text += text
    }
  }

  clear(): void {
    this.text = ''
    this.#turnId = ''
  }
}
