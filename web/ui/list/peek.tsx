import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '../drawer.tsx'
import { Facts } from '../facts.tsx'
import { scaled } from '../scaled.ts'
import type { Column } from './columns.ts'

interface PeekProps<Row> {
  row: Row | undefined
  open: boolean
  columns: readonly Column<Row>[]
  label: string
  actions?: ((row: Row) => ReactNode) | undefined
  more?: ((row: Row) => ReactNode) | undefined
  /** Moves to the previous or next row; undefined at an end. */
  before: (() => void) | undefined
  after: (() => void) | undefined
  close: () => void
}

/** One row beside its list: every column, including hidden ones, without leaving the page. */
export const Peek = <Row,>({ row, open, columns, label, actions, more, before, after, close }: PeekProps<Row>) => (
  <Drawer
    rootClassName="peek"
    open={open}
    onClose={close}
    size={scaled(420)}
    mask={false}
    title={label}
    extra={
      <>
        <Button look="text" icon={<LeftOutlined />} aria-label="上一行" disabled={!before} onClick={before} />
        <Button look="text" icon={<RightOutlined />} aria-label="下一行" disabled={!after} onClick={after} />
      </>
    }
    footer={row !== undefined && actions ? <div className="peek-actions">{actions(row)}</div> : undefined}
  >
    {row !== undefined && (
      <>
        <Facts list={columns.map(({ title, render }) => ({ label: title, value: render(row) }))} />
        {more?.(row)}
      </>
    )}
  </Drawer>
)
