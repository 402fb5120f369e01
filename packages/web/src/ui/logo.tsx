export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 text-[15px] font-semibold tracking-tight">
      <svg aria-hidden="true" width="22" height="22" viewBox="0 0 32 32" className="text-accent-solid">
        <rect width="32" height="32" rx="8" fill="currentColor" />
        <path
          d="M8 22V10l8 7 8-7v12"
          fill="none"
          stroke="#fff"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Muster
    </span>
  )
}
