import { musterCommandAfterLogin } from '../../app/environment.ts'
import { CommandLine } from '../../ui/command-line.tsx'

/** The command that joins the machine on which it is run. */
export function JoinCommand() {
  return (
    <div>
      <p className="mb-2 text-muted">
        Run this in the folder where agents shall work. It asks for an API key, finds the agents of the machine, and
        stays connected until you end it. With <code className="font-mono text-xs">--agent demo</code> it needs no agent
        of your own. Only you can give it work; <code className="font-mono text-xs">--allow organization</code> lets
        others.
      </p>
      <CommandLine text={musterCommandAfterLogin('computers join')} />
    </div>
  )
}
