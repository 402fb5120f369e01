interface Named {
  readonly email: string
  readonly firstName?: string
  readonly lastName?: string
}

export function nameOf({ firstName, lastName, email }: Named): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email
}
