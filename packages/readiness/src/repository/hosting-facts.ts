/** What only the host of the code knows, as exported to a file. Whatever is absent is not guessed. */
export interface HostingFacts {
  /** Whether the default branch is protected. */
  readonly branchProtection?: boolean
  readonly secretScanning?: boolean
  readonly labels?: readonly string[]
  readonly openIssues?: number
  /** Of the open issues, those that nobody touched for 90 days. */
  readonly staleIssues?: number
  readonly deploymentsLast30Days?: number
  /** Half of the CI runs took no longer. */
  readonly medianCiMinutes?: number
}

export const nothingKnown: HostingFacts = {}

const booleans = ['branchProtection', 'secretScanning']
const numbers = ['openIssues', 'staleIssues', 'deploymentsLast30Days', 'medianCiMinutes']

/** Throws with a sentence that names the field at fault. */
export function parseHostingFacts(value: unknown): HostingFacts {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError('The facts of the host must be a JSON object.')
  }
  for (const [name, fact] of Object.entries(value)) {
    if (booleans.includes(name)) expect(typeof fact === 'boolean', name, 'true or false')
    else if (numbers.includes(name)) expect(typeof fact === 'number' && fact >= 0, name, 'a number from 0 on')
    else if (name === 'labels') expect(isTextList(fact), name, 'a list of texts')
    else expect(false, name, `one of ${[...booleans, ...numbers, 'labels'].join(', ')}`)
  }
  return value
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

function expect(isRight: boolean, name: string, expected: string): void {
  if (!isRight) throw new TypeError(`${name} must be ${expected}.`)
}
