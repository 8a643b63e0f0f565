import type { KeyboardEvent } from 'react'

/**
 * Keeps the Escape that closes a native dialog from antd's overlays below it, which listen on the window and would close as well.
 */
export function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.nativeEvent.stopPropagation()
}
