import { keys, read, write } from '#web/data/storage.ts'

export type Theme = 'light' | 'dark'

const listeners = new Set<() => void>()
const dark = () => matchMedia('(prefers-color-scheme: dark)')
const chosen = (): Theme | undefined => {
  const value = read(keys.theme)
  return value === 'dark' || value === 'light' ? value : undefined
}

/** Returns the user's choice if there is one, otherwise the system's. */
export const currentTheme = (): Theme => chosen() ?? (dark().matches ? 'dark' : 'light')

function apply(): void {
  document.documentElement.dataset.theme = currentTheme()
  for (const listener of listeners) listener()
}

export function switchTheme(): void {
  write(keys.theme, currentTheme() === 'dark' ? 'light' : 'dark')
  apply()
}

/** Follows the system until the user chooses, and follows choices made in other tabs. */
export function followTheme(): void {
  apply()
  dark().addEventListener('change', apply)
  addEventListener('storage', event => {
    if (event.key === keys.theme) apply()
  })
}

export function watchTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
