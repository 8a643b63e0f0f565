import './row-menu.css'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { CallName } from '#contract/index.ts'
import { useMay } from '#web/data/may.ts'

export interface RowAction {
  key: string
  label: string
  danger?: boolean
  disabled?: boolean
  /** The call to which it leads; whoever may not make it is not offered it. */
  call?: CallName
  run: () => void
}

interface RowMenuProps {
  label: string
  /** A `null` between actions draws a divider. */
  actions: readonly (RowAction | null)[]
}

/**
 * The further actions of a row. A list has one in each row, so it is a plain button until it opens: a page of antd's menus takes
 * a third of the time that the page takes.
 */
/** Nothing is divided at an end, nor twice. */
const withoutIdleDividers = (actions: readonly (RowAction | null)[]) =>
  actions.filter((action, at) => action ?? (at > 0 && actions[at - 1] && actions.slice(at).some(Boolean)))

export function RowMenu({ label, actions: all }: RowMenuProps) {
  const may = useMay()
  const actions = withoutIdleDividers(all.filter(action => !action?.call || may(action.call)))
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  function close(): void {
    setOpen(false)
    // A dialog that an action opens returns the focus to where it was.
    button.current?.focus({ preventScroll: true })
  }
  if (!actions.length) return null
  return (
    <>
      <button
        ref={button}
        type="button"
        className="row-menu"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(before => !before)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="3" cy="8" r="1.3" />
          <circle cx="8" cy="8" r="1.3" />
          <circle cx="13" cy="8" r="1.3" />
        </svg>
      </button>
      {open && <Menu label={label} actions={actions} button={button.current} close={close} />}
    </>
  )
}

const entriesOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)')]

/** Returns the next focus in a menu of `count` entries. */
const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function Menu({ label, actions, button, close }: RowMenuProps & { button: Element | null; close: () => void }) {
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = menu.current
    const from = button?.getBoundingClientRect()
    if (!box || !from) return
    // Above the button where there is no room below.
    const below = from.bottom + box.offsetHeight + 8 < innerHeight
    box.style.top = `${below ? from.bottom + 4 : Math.max(4, from.top - box.offsetHeight - 4)}px`
    box.style.left = `${Math.max(8, from.right - box.offsetWidth)}px`
    entriesOf(box)[0]?.focus({ preventScroll: true })
  }, [button])
  useEffect(() => {
    const away = (event: Event) => {
      const at = event.target
      if (at instanceof Node && (menu.current?.contains(at) || button?.contains(at))) return
      close()
    }
    // It would stay where it is while its row moves away.
    const types = ['pointerdown', 'scroll', 'resize']
    for (const type of types) addEventListener(type, away, true)
    return () => {
      for (const type of types) removeEventListener(type, away, true)
    }
  })

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const entries = entriesOf(event.currentTarget)
    const step = steps[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (step) {
      event.preventDefault()
      const at = entries.indexOf(document.activeElement as HTMLElement)
      entries[step(at, entries.length)]?.focus()
    }
  }

  return createPortal(
    <div ref={menu} role="menu" aria-label={label} className="row-menu-list" onKeyDown={onKeyDown}>
      {actions.map((action, index) =>
        action ? (
          <button
            key={action.key}
            type="button"
            role="menuitem"
            tabIndex={-1}
            disabled={action.disabled}
            data-danger={action.danger ? '' : undefined}
            onClick={() => {
              close()
              action.run()
            }}
          >
            {action.label}
          </button>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a divider is nothing but its place
          <hr key={`line-${index}`} />
        ),
      )}
    </div>,
    document.body,
  )
}
