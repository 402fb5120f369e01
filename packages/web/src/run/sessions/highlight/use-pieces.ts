import { useEffect, useState } from 'react'
import { askWorker } from './ask-worker.ts'
import type { Language } from './languages.ts'
import type { Piece } from './pieces.ts'

/** Longer code is not coloured, because so many elements would make the page slow. */
const maxLength = 30_000

interface Found {
  readonly code: string
  readonly language: Language
  readonly pieces: readonly Piece[] | undefined
}

/** The coloured pieces of code. Until they are computed, and if there are none, the code is one piece. */
export function usePieces(code: string, language: Language | undefined): readonly Piece[] {
  const [found, setFound] = useState<Found | undefined>()
  useEffect(() => {
    if (!language || code === '' || code.length > maxLength) return
    let isWanted = true
    void askWorker(language, code).then((pieces) => {
      if (isWanted) setFound({ code, language, pieces })
    })
    return () => {
      isWanted = false
    }
  }, [code, language])
  const isOfThis = found?.code === code && found.language === language
  return (isOfThis && found.pieces) || [[code]]
}
