import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ActButton, useMayAct } from '../act.tsx'

interface OrderListProps<Item> {
  items: readonly Item[]
  idOf: (item: Item) => string
  nameOf: (item: Item) => string
  onChange: (items: Item[]) => void
  disabled?: boolean
  more?: (item: Item) => ReactNode
}

/** A list whose order can be changed by buttons or by dragging. */
export function OrderList<Item>({ items, idOf, nameOf, onChange, disabled, more }: OrderListProps<Item>) {
  const acts = useMayAct()
  const [dragged, setDragged] = useState<number>()
  const moved = useRef<HTMLElement>(null)
  // At either end the pressed button becomes disabled and would lose the focus.
  useEffect(() => {
    const row = moved.current
    moved.current = null
    const at = document.activeElement
    if (row && (at === document.body || at?.matches(':disabled')))
      row.querySelector<HTMLElement>('button:not([disabled])')?.focus()
  })
  function move(from: number, to: number, row: HTMLElement | null = null) {
    moved.current = row

    const next = [...items]
    next.splice(to, 0, ...next.splice(from, 1))
    onChange(next)
  }
  return (
    <ol className="order-list">
      {items.map((item, index) => (
        <li
          key={idOf(item)}
          draggable={acts && !disabled}
          data-dragged={dragged === index ? '' : undefined}
          onDragStart={() => setDragged(index)}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={event => dragged !== undefined && event.preventDefault()}
          onDrop={event => {
            event.preventDefault()
            if (dragged !== undefined && dragged !== index) move(dragged, index)
            setDragged(undefined)
          }}
        >
          <span>{nameOf(item)}</span>
          {more?.(item)}
          <ActButton
            look="text"
            size="small"
            icon={<ArrowUpOutlined />}
            aria-label={`上移 ${nameOf(item)}`}
            disabled={disabled || index === 0}
            onClick={({ currentTarget }) => move(index, index - 1, currentTarget.closest('li'))}
          />
          <ActButton
            look="text"
            size="small"
            icon={<ArrowDownOutlined />}
            aria-label={`下移 ${nameOf(item)}`}
            disabled={disabled || index === items.length - 1}
            onClick={({ currentTarget }) => move(index, index + 1, currentTarget.closest('li'))}
          />
        </li>
      ))}
    </ol>
  )
}
