/** Shown instead of an unknown total, which is not the same as zero. */
export function NotReported({ label, why = 'No agent reports it' }: { label: string; why?: string }) {
  return (
    <div className="card px-4 py-3">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-1 h-11 pt-1 text-[13px] text-muted">{why}</dd>
    </div>
  )
}
