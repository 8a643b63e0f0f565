import './menu-button.css'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'

export interface MenuAction {
  key: string
  label: string
  icon?: ReactNode
  /** Information to read before choosing. It is mounted when the menu opens, and may load data then. */
  note?: ReactNode
  danger?: boolean
  disabled?: boolean
  run: () => void
}

interface MenuLink {
  key: string
  label: string
  href: string
}

interface MenuProps {
  label: string
  /** A `null` between actions draws a divider. */
  actions: readonly (MenuAction | MenuLink | null)[]
}

interface ButtonProps {
  ref: Ref<HTMLButtonElement>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/**
 * A button with a menu. It is only a button until it opens: on a page of rows, antd's menus take a third of the rendering time, and
 * their code is an eighth of the scripts that every page waits for.
 */
export function MenuButton({ label, actions, children }: MenuProps & { children: (props: ButtonProps) => ReactNode }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  function close(): void {
    setOpen(false)
    // A dialog opened by an action returns the focus to where it was.
    button.current?.focus({ preventScroll: true })
  }
  return (
    <>
      {children({
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: () => setOpen(before => !before),
        onKeyDown: event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        },
      })}
      {open && <Menu label={label} actions={actions} button={button.current} close={close} />}
    </>
  )
}

const entriesOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)')]

/** Returns the next focused entry of a menu with `count` entries. */
const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function Menu({ label, actions, button, close }: MenuProps & { button: Element | null; close: () => void }) {
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const box = menu.current
    const from = button?.getBoundingClientRect()
    if (!box || !from) return
    // Placed above the button if there is no room below.
    const below = from.bottom + box.offsetHeight + 8 < innerHeight
    box.style.top = `${below ? from.bottom + 4 : Math.max(4, from.top - box.offsetHeight - 4)}px`
    // Anchored at its right edge, it grows into the page when a note arrives.
    const { clientWidth } = document.documentElement
    box.style.right = `${Math.max(8, Math.min(clientWidth - from.right, clientWidth - box.offsetWidth - 8))}px`
    entriesOf(box)[0]?.focus({ preventScroll: true })
  }, [button])
  useEffect(() => {
    const press = ({ target: at }: Event) => {
      if (!(at instanceof Node && (menu.current?.contains(at) || button?.contains(at)))) close()
    }
    // The menu would stay in place while its button moves away. A list that scrolls elsewhere moves neither.
    const move = ({ target: at }: Event) => {
      if (!(at instanceof Node) || at.contains(button)) close()
    }
    addEventListener('pointerdown', press, true)
    addEventListener('scroll', move, true)
    addEventListener('resize', move)
    return () => {
      removeEventListener('pointerdown', press, true)
      removeEventListener('scroll', move, true)
      removeEventListener('resize', move)
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
    <div ref={menu} role="menu" aria-label={label} className="menu-list" onKeyDown={onKeyDown}>
      {actions.map((action, index) =>
        !action ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a divider is nothing but its place
          <hr key={`line-${index}`} />
        ) : 'href' in action ? (
          <a key={action.key} role="menuitem" tabIndex={-1} href={action.href}>
            {action.label}
          </a>
        ) : (
          <button
            key={action.key}
            type="button"
            role="menuitem"
            tabIndex={-1}
            disabled={action.disabled}
            data-danger={action.danger ? '' : undefined}
            aria-label={action.note ? action.label : undefined}
            aria-describedby={action.note ? `${id}${action.key}` : undefined}
            onClick={() => {
              close()
              action.run()
            }}
          >
            {action.icon}
            {action.label}
            {action.note && (
              <small className="quiet" id={`${id}${action.key}`}>
                {action.note}
              </small>
            )}
          </button>
        ),
      )}
    </div>,
    document.body,
  )
}
