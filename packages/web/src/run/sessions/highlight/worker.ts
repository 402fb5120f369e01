// A worker that computes syntax colours, so that no code can block the page.
import { createLowlight } from 'lowlight'
import { grammars } from './grammars.ts'
import type { Language } from './languages.ts'
import { type Piece, piecesOf } from './pieces.ts'

export interface Question {
  readonly language: Language
  readonly code: string
}

export type Answer = readonly Piece[] | undefined

const lowlight = createLowlight()

async function answer({ language, code }: Question): Promise<Answer> {
  if (!lowlight.registered(language)) lowlight.register(language, (await grammars[language]()).default)
  return piecesOf(lowlight.highlight(language, code, { prefix: '' }))
}

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  // After an error, the code is shown without colours.
  self.postMessage(await answer(data).catch(() => undefined))
}
