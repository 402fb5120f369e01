import { CopyButton } from './copy-button.tsx'

/** A command to run in a terminal, with a button that copies it. */
export function CommandLine({ text }: { text: string }) {
  return (
    <div className="flex items-center gap-2 rounded-md border border-line bg-sunken py-1.5 pr-1.5 pl-3 text-left">
      <code className="min-w-0 flex-1 font-mono text-xs break-all whitespace-pre-wrap">{text}</code>
      <CopyButton text={text} label="Copy the command" />
    </div>
  )
}
