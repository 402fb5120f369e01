import type { Repository } from '../repository/create-repository.ts'
import { expression } from '../repository/expression.ts'

const instructions = expression(
  'i',
  String.raw`^(AGENTS\.md|CLAUDE\.md|GEMINI\.md|QWEN\.md|CONVENTIONS\.md|\.cursorrules|\.windsurfrules|\.clinerules|\.goosehints`,
  String.raw`|\.github\/copilot-instructions\.md|\.cursor\/rules\/.+\.mdc?|\.claude\/CLAUDE\.md|\.junie\/guidelines\.md|AGENT\.md`,
  String.raw`|WARP\.md|CRUSH\.md|\.rules|\.github\/instructions\/.+\.md|\.(windsurf|roo|continue|augment`,
  String.raw`|clinerules)\/(rules\/)?.+\.md|\.kiro\/steering\/.+\.md)$`,
)

/** A page below this size says nothing yet. */
const fewestCharacters = 100

/** The pages that tell agents how to work here. */
export function instructionFiles(paths: readonly string[]): string[] {
  const found = paths.filter((path) => instructions.test(path))
  // The page at the root is for every agent.
  return found.sort((a, b) => Number(a.includes('/')) - Number(b.includes('/')))
}

export function isWritten(repository: Repository, path: string): boolean {
  return (repository.text(path) ?? '').replace(/\s+/g, ' ').trim().length >= fewestCharacters
}
