import { useLayoutEffect, useRef } from 'react'

/**
 * A button that has sent a code takes no click for a while, and the browser would take the focus from it, out of its dialog: it goes on to
 * the field beside it, where the code is typed.
 */
export function useCodeFocus(disabled: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (disabled && button.current && document.activeElement === button.current)
      button.current.parentElement?.querySelector('input')?.focus()
  }, [disabled])
  return button
}
