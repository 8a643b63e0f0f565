import { type KeyboardEvent, type ReactNode, useRef } from 'react'

const stops = 'a[href], button:not(:disabled), input:not(:disabled)'

interface WindowKeys {
  content: (children: ReactNode) => ReactNode
  afterOpenChange: (open: boolean) => void
}

/**
 * Keyboard handling of a popup, which is at the end of the document, where Tab would not reach it. The focus starts at its
 * first control; Escape, and Tab past an end, close it and return to its button.
 */
export function useWindowKeys(close: () => void): WindowKeys {
  const box = useRef<HTMLDivElement>(null)
  const from = useRef<Element>(null)
  const stopsOf = () => [...(box.current?.querySelectorAll<HTMLElement>(stops) ?? [])]

  function onKeyDown(event: KeyboardEvent): void {
    const all = stopsOf()
    const end = event.shiftKey ? all[0] : all.at(-1)
    if (event.key !== 'Escape' && (event.key !== 'Tab' || document.activeElement !== end)) return
    event.preventDefault()
    event.stopPropagation()
    close()
    if (from.current instanceof HTMLElement) from.current.focus()
  }
  return {
    content: children => (
      // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the controls in it
      <div ref={box} onKeyDown={onKeyDown}>
        {children}
      </div>
    ),
    afterOpenChange(open) {
      if (!open) return
      from.current = document.activeElement
      stopsOf()[0]?.focus()
    },
  }
}
