import { IconButton } from '../ui/button.tsx'
import type { IconName } from '../ui/icons.ts'
import { setTheme, type Theme, useTheme } from './theme.ts'

const next: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' }
const icons: Readonly<Record<Theme, IconName>> = { system: 'monitor', light: 'sun', dark: 'moon' }
const labels: Readonly<Record<Theme, string>> = {
  system: 'Theme: as the system',
  light: 'Theme: light',
  dark: 'Theme: dark',
}

export function ThemeSwitch() {
  const theme = useTheme()
  return <IconButton label={labels[theme]} icon={icons[theme]} onClick={() => setTheme(next[theme])} />
}
