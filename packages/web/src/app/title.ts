import { useEffect } from 'react'

/** How many things wait for this person; they are counted in front of every title. */
let waiting = 0
let current = 'Muster'

function show(): void {
  document.title = waiting > 0 ? `(${waiting}) ${current}` : current
}

export function useTitle(title: string): void {
  useEffect(() => {
    current = `${title} · Muster`
    show()
  }, [title])
}

export function setWaiting(count: number): void {
  waiting = count
  show()
}
