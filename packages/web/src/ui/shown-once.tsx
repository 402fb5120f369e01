import { useState } from 'react'
import { Button } from './button.tsx'

/** A secret, or a command with one, that is shown only this time, with a button that copies it. */
export function ShownOnce({ label, text, note }: { label: string; text: string; note?: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const copy = async () => {
    await navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  }
  return (
    <div className="min-w-0">
      <p className="mb-1 text-[13px] font-medium">{label}</p>
      <div className="flex items-start gap-2 rounded-md border border-line bg-sunken p-2">
        <code className="min-w-0 flex-1 py-0.5 font-mono text-xs break-all whitespace-pre-wrap select-all">{text}</code>
        <Button size="small" icon={state === 'copied' ? 'check' : 'copy'} onClick={() => void copy()}>
          {state === 'copied' ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p role="status" className="mt-1 text-xs text-muted">
        {state === 'failed' ? 'The browser did not let us copy it. Select the text, and copy it yourself.' : note}
      </p>
    </div>
  )
}
