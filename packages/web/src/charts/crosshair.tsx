import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

interface Crosshair {
  /** The index in the range of the day under the pointer or the keyboard. */
  readonly index: number | undefined
  readonly setIndex: (index: number | undefined) => void
  /** Shows one day alone; absent if days cannot be chosen. */
  readonly onChoose?: ((day: string) => void) | undefined
}

const CrosshairContext = createContext<Crosshair>({ index: undefined, setIndex: () => {} })

/** One crosshair for all charts of a page: the same day is marked in each. */
export function CrosshairScope({ children, onChoose }: { children: ReactNode; onChoose: (day: string) => void }) {
  const [index, setIndex] = useState<number | undefined>()
  const value = useMemo(() => ({ index, setIndex, onChoose }), [index, onChoose])
  return <CrosshairContext value={value}>{children}</CrosshairContext>
}

export function useCrosshair(): Crosshair {
  return useContext(CrosshairContext)
}
