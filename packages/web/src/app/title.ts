import { useEffect } from 'react'

/** The number of sessions that wait for this person. It is shown in every title, and on the icon. */
let waiting = 0
let current = 'Muster'
let plainIcon: string | undefined

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
  if (count === waiting) return
  waiting = count
  show()
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (!link) return
  plainIcon ??= link.href
  link.href = count > 0 ? iconWith(count) : plainIcon
}

function iconWith(count: number): string {
  const text = count > 9 ? '9+' : String(count)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#4f46e5"/><path d="M8 22V10l8 7 8-7v12" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><circle cx="22" cy="22" r="10" fill="#d97706"/><text x="22" y="27" text-anchor="middle" font-family="sans-serif" font-size="14" font-weight="700" fill="#fff">${text}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
