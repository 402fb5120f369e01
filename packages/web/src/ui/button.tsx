import type { ButtonHTMLAttributes, Ref } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

type Look = 'solid' | 'outline' | 'quiet' | 'danger'

const looks: Readonly<Record<Look, string>> = {
  solid: 'bg-accent-solid text-white border-transparent hover:brightness-110 shadow-card',
  outline: 'bg-surface text-ink border-line-strong hover:bg-hover shadow-card',
  quiet: 'text-muted border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-surface text-bad border-line-strong hover:bg-bad-soft shadow-card',
}

/** The classes of a button, also for links that look like one. */
export function buttonClass(look: Look = 'outline', size: 'small' | 'normal' = 'normal'): string {
  const box = size === 'small' ? 'h-7 px-2 text-xs gap-1' : 'h-8 px-3 text-[13px] gap-1.5'
  return `inline-flex items-center justify-center rounded-md border font-medium whitespace-nowrap select-none transition-colors disabled:opacity-50 disabled:pointer-events-none ${box} ${looks[look]}`
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: Look
  readonly size?: 'small' | 'normal'
  readonly icon?: IconName
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({ look, size, icon, className = '', children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button type={type} className={`${buttonClass(look, size)} ${className}`} {...rest}>
      {icon && <Icon name={icon} size={size === 'small' ? 14 : 15} />}
      {children}
    </button>
  )
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The accessible name, also shown as a tooltip. */
  readonly label: string
  readonly icon: IconName
  readonly ref?: Ref<HTMLButtonElement>
}

export function IconButton({ label, icon, className = '', type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={`inline-flex size-8 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-ink disabled:pointer-events-none disabled:opacity-40 ${className}`}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  )
}
