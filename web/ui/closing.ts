import type { HTMLAttributes, KeyboardEvent, SyntheticEvent } from 'react'

/** What opens from inside is a child in React alone, and not what closes. */
const isOutside = ({ currentTarget, target }: SyntheticEvent) => !currentTarget.contains(target as Node)

function drop(event: SyntheticEvent): void {
  if (isOutside(event)) return
  event.preventDefault()
  event.stopPropagation()
}

/** Enter that is still held down since the cover was opened by it would submit what nobody has read. */
function dropHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat && !(event.target instanceof HTMLTextAreaElement)) drop(event)
}

/**
 * What closes is still in the document for a moment, and its submission is settled: another Enter, or Ctrl-Enter's click, would
 * be a second one. antd keeps only the mouse away.
 */
const closing: HTMLAttributes<HTMLDivElement> = {
  inert: true,
  onClickCapture: drop,
  onSubmitCapture: drop,
  onKeyDownCapture: drop,
}
const opened: HTMLAttributes<HTMLDivElement> = { onKeyDownCapture: dropHeldEnter }

/** The properties of the element around a dialog or a drawer, by which it takes nothing once it closes. */
export const takingWhile = (open: boolean): HTMLAttributes<HTMLDivElement> => (open ? opened : closing)
