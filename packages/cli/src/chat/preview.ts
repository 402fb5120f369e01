import type { LiveText } from '@muster/contract/live-text'

/** The unfinished text after one more piece of it; a piece that is missing makes it wait for the next whole one. */
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
