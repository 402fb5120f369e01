import { CopyButton } from '../ui/copy-button.tsx'

/** The one command that lets the machine join on which it is run. */
export function JoinCommand() {
  const command = `npx @muster/cli login --url ${window.location.origin} && npx @muster/cli computers join`
  return (
    <div>
      <p className="mb-2 text-muted">
        Run this in the folder where agents shall work. It asks for an API key, finds the agents of the machine, and
        stays connected until you end it. With <code className="font-mono text-xs">--agent demo</code> it needs no agent
        of your own. Only you can give it work; <code className="font-mono text-xs">--allow organization</code> lets
        others.
      </p>
      <div className="flex items-center gap-2 rounded-md border border-line bg-sunken py-1.5 pr-1.5 pl-3">
        <code className="min-w-0 flex-1 font-mono text-xs break-all">{command}</code>
        <CopyButton text={command} label="Copy the command" />
      </div>
    </div>
  )
}
