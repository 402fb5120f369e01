const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A relative time, such as `5 min ago` or `in 3 d`; a plain date if it is more than a month away. */
export function relativeTime(time: Date, nowMs: number): string {
  const differenceMs = time.getTime() - nowMs
  const distanceMs = Math.abs(differenceMs)
  if (distanceMs >= 30 * dayMs) return localTime(time).slice(0, 10)
  // Future times are rounded, so that a new key with 30 days shows 30 days and not 29.
  const amount = amountOf(distanceMs, differenceMs > 0 ? Math.round : Math.floor)
  if (!amount) return 'just now'
  return differenceMs > 0 ? `in ${amount}` : `${amount} ago`
}

/** `2026-03-01 09:30:00 +01:00`, in the time zone of this machine. */
export function localTime(time: Date): string {
  const offsetMin = -time.getTimezoneOffset()
  const shifted = new Date(time.getTime() + offsetMin * minuteMs).toISOString()
  const distance = Math.abs(offsetMin)
  const zone = `${offsetMin < 0 ? '-' : '+'}${twoDigits(Math.floor(distance / 60))}:${twoDigits(distance % 60)}`
  return `${shifted.slice(0, 10)} ${shifted.slice(11, 19)} ${zone}`
}

/** Parses `30d`, `12h`, `2w`, `90m`, or an ISO 8601 date or date-time; `undefined` for anything else. */
export function parseMoment(text: string, nowMs: number): Date | undefined {
  const duration = /^(\d{1,6})\s*([mhdw])$/.exec(text.trim())
  if (duration) {
    const unitMs = { m: minuteMs, h: hourMs, d: dayMs, w: 7 * dayMs }[duration[2] ?? '']
    return unitMs === undefined ? undefined : new Date(nowMs + Number(duration[1]) * unitMs)
  }
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? undefined : time
}

function amountOf(distanceMs: number, whole: (value: number) => number): string | undefined {
  if (whole(distanceMs / dayMs) >= 1) return `${whole(distanceMs / dayMs)} d`
  if (whole(distanceMs / hourMs) >= 1) return `${whole(distanceMs / hourMs)} h`
  if (whole(distanceMs / minuteMs) >= 1) return `${whole(distanceMs / minuteMs)} min`
  return distanceMs >= 10_000 ? `${whole(distanceMs / 1000)} s` : undefined
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
