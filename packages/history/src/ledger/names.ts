/** Names that are repeated over and over, each kept once. */
export class Names {
  readonly #numbers = new Map<string, number>()
  readonly #names: string[] = []

  numberOf(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    this.#numbers.set(name, this.#names.length)
    return this.#names.push(name) - 1
  }

  at(number: number): string {
    return this.#names[number] as string
  }
}
