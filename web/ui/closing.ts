import type { HTMLAttributes, KeyboardEvent, SyntheticEvent } from 'react'

/** An overlay opened from inside is a child only in React, and is not closing itself. */
const isOutside = ({ currentTarget, target }: SyntheticEvent) => !currentTarget.contains(target as Node)

function drop(event: SyntheticEvent): void {
  if (isOutside(event)) return
  event.preventDefault()
  event.stopPropagation()
}

/** An Enter that is still held down after it opened the overlay would submit content that nobody has read. */
function dropHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat && !(event.target instanceof HTMLTextAreaElement)) drop(event)
}

/**
 * A closing overlay stays in the document for a short time although its submission is settled: another Enter, or Ctrl-Enter's
 * click, would submit it again. antd only blocks the mouse.
 */
const closing: HTMLAttributes<HTMLDivElement> = {
  inert: true,
  onClickCapture: drop,
  onSubmitCapture: drop,
  onKeyDownCapture: drop,
}
const opened: HTMLAttributes<HTMLDivElement> = { onKeyDownCapture: dropHeldEnter }

/** The properties of the element around a dialog or drawer that make it ignore input once it closes. */
export const inputWhileOpen = (open: boolean): HTMLAttributes<HTMLDivElement> => (open ? opened : closing)
