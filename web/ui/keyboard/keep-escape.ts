import type { KeyboardEvent } from 'react'

/**
 * Keeps the Escape that closes one of the browser's own dialogs from the windows of antd below it, which listen at the window and would
 * close as well.
 */
export function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.nativeEvent.stopPropagation()
}
