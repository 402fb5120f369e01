import type { Level } from '@muster/contract/readiness/criterion'
import { levels } from '@muster/contract/readiness/criterion'

const colors: Readonly<Record<Level, string>> = { 1: '#b45309', 2: '#a16207', 3: '#4d7c0f', 4: '#15803d', 5: '#047857' }

/** An SVG for a README. Both halves have a contrast of at least 4.5 to 1. */
export function badgeOf({ level, score }: { readonly level: Level; readonly score: number }): string {
  const label = 'readiness'
  const value = `level ${level} · ${levels[level - 1]?.name.toLowerCase() ?? ''} · ${score}`
  const left = widthOf(label)
  const right = widthOf(value)
  const width = left + right
  const text = (content: string, center: number) =>
    `<text x="${center}" y="14" textLength="${content === label ? left - 12 : right - 12}">${content}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${value}">
  <title>${label}: ${value}</title>
  <clipPath id="r"><rect width="${width}" height="20" rx="3"/></clipPath>
  <g clip-path="url(#r)">
    <rect width="${left}" height="20" fill="#444"/>
    <rect x="${left}" width="${right}" height="20" fill="${colors[level]}"/>
  </g>
  <g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
    ${text(label, left / 2)}
    ${text(value, left + right / 2)}
  </g>
</svg>
`
}

/** About what Verdana needs at 11 pixels, with six at each side. */
function widthOf(text: string): number {
  const narrow = text.match(/[ijlt .·]/g)?.length ?? 0
  return Math.round((text.length - narrow) * 7 + narrow * 4.2) + 12
}
