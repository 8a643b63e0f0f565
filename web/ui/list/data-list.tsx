import './list.css'
import './list-tools.css'
import './empty.css'
import { PushpinOutlined, SettingOutlined } from '@ant-design/icons'
import { type ReactNode, useContext, useRef } from 'react'
import { listedRows } from '#contract/people.ts'
import type { Refused } from '#web/data/answers.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '../failure.tsx'
import { count, day } from '../format.ts'
import { HelpLink } from '../help-link.tsx'
import { SkeletonRows } from '../skeleton.tsx'
import { useMedia } from '../use-media.ts'
import { pageSizes } from './address.ts'
import { BulkBar, type ChooseAll } from './bulk-bar.tsx'
import { Cards } from './cards.tsx'
import { type Column, useColumns } from './columns.ts'
import { useFirstRows } from './first-rows.ts'
import { narrow } from './narrow.ts'
import { OnDemand } from './on-demand.tsx'
import { isBeyond, Pages } from './pages.tsx'
import { useRowKeys } from './row-keys.ts'
import { saveShownRows } from './shown-rows.ts'
import { Table } from './table.tsx'
import { usePeek } from './use-peek.tsx'
import type { Selection } from './use-selection.ts'
import { Views } from './views.tsx'

/**
 * The parts of a list page:
 *
 *   const fields = { keyword: text(), state: oneOf(employeeStates) }           // a constant outside the component
 *   const at = useListAddress(fields)                                           // filters, page, order: in the address
 *   const called = useCall('getCompanyUserList', at.query)
 *   const selection = useSelection(idOf, JSON.stringify(at.filters), called.data?.list, at)  // only with bulk actions
 *   <ListHead title="员工" total={called.data?.total}> buttons </ListHead>
 *   <FilterBar filtered={at.filtered} clear={at.clear}> SearchFilter, SelectFilter … </FilterBar>
 *   <DataList name="employees" noun="名员工" at={at} called={called} columns={columns} idOf={idOf}
 *     actions={row => <RowActions … />} selection={selection} bulk={<> buttons </>} tools={<ExportButton … />}
 *     empty={{ title: '还没有员工', text: '添加第一名…', action: <LinkButton …/> }} />
 *
 * DataList shows skeletons, the error with a retry when the call fails, an empty state that offers the next step (another one when
 * the filters match nothing), a table that scrolls inside its own frame, and cards on a phone. It stores the column choice under `name`.
 */
export interface DataListProps<Row> {
  /** The column choice is stored under this name. */
  name: string
  /** The noun after a count: 名员工, 台设备. */
  noun: string
  called: {
    /** With `more`, the list ends before all rows are listed; `total` may still be the full count. */
    data: { list: Row[]; total: number; more?: boolean } | undefined
    refused: Refused | undefined
    loading: boolean
    reload: () => void
  }
  at: {
    page: number
    size: number
    order: string | undefined
    filtered: boolean
    go: (page: number, size: number) => void
    sort: (order: string | undefined) => void
    clear: () => void
  }
  idOf: (row: Row) => string
  columns: readonly Column<Row>[]
  /** Names the row for people who cannot see it. */
  labelOf: (row: Row) => string
  actions?: (row: Row) => ReactNode
  selection?: Selection<Row>
  /** Buttons that show while rows are selected. */
  bulk?: ReactNode
  chooseAll?: ChooseAll<Row>
  /** Shown at the right above the list, beside the column choice. */
  tools?: ReactNode
  /** The number of rows that pages can reach when `more` is set. */
  maxRows?: number
  /** Shown below the columns when a row is opened beside the list. */
  peek?: (row: Row) => ReactNode
  empty: { title: string; text: string; action?: ReactNode }
}

const loadViews = async () => (await import('./view-menu.tsx')).ViewMenu
const loadColumns = async () => (await import('./column-choice.tsx')).ColumnChoice

export function DataList<Row>(props: DataListProps<Row>) {
  const { name, noun, called, at, columns, selection, bulk, chooseAll, tools, empty, maxRows = listedRows } = props
  const { data, refused, loading, reload } = called
  const phone = useMedia(narrow)
  const { visible, choices, set, reset, choice, choose } = useColumns(name, columns)
  const views = useContext(Views)
  const top = useRef<HTMLElement>(null)
  const listed = data?.list ?? []
  // A list that is loaded as a whole is paged here. A row already shown as removed still counts in the total.
  const comesWhole = listed.length === data?.total || listed.length > at.size
  const list = comesWhole ? listed.slice((at.page - 1) * at.size, at.page * at.size) : listed
  const rows = useFirstRows(list)
  const { peek, peeked, peekedAt, peekAt } = usePeek({ ...props, rows, more: props.peek })
  useRowKeys(top, { at: peekedAt, go: peekAt })
  const total = data?.total ?? 0
  const atLeast = data?.more && total <= maxRows
  const pages = data?.more ? Math.min(total, maxRows) : total

  function go(page: number, size: number) {
    at.go(page, size)
    top.current?.scrollIntoView({ block: 'start' })
  }

  function save() {
    const table = top.current?.querySelector('table')
    if (table) saveShownRows(table, `${noun.slice(1)} ${day(Date.now())}`)
  }

  const place = { current: at.page, pageSize: at.size, total: pages, rows: list.length }
  if (refused && !data) return <Failure refused={refused} retry={reload} />
  const none = data && !loading && list.length === 0 && !isBeyond(place)
  return (
    <section className="data-list" ref={top} tabIndex={-1} aria-busy={loading} aria-label={`${noun.slice(1)}列表`}>
      <div className="list-tools">
        <p className="list-count" role="status">
          {data ? `共 ${count(total)}${atLeast ? '+' : ''} ${noun}` : ' '}
        </p>
        <div className="list-tools-end">
          {tools}
          {views && (
            <OnDemand
              icon={<PushpinOutlined />}
              label="视图"
              title="已保存的视图"
              load={loadViews}
              part={{ list: name, store: views, columns: choice, setColumns: choose }}
            />
          )}
          {!phone && (
            <OnDemand
              icon={<SettingOutlined />}
              label="列表的样子"
              title="列、行距与存成表格"
              load={loadColumns}
              part={{ choices, set, reset, save }}
            />
          )}
        </div>
      </div>
      {selection && selection.rows.length > 0 && (
        <BulkBar
          noun={noun}
          selection={selection}
          total={total}
          more={data?.more}
          chooseAll={chooseAll}
          page={phone ? rows : undefined}
        >
          {bulk}
        </BulkBar>
      )}
      {refused && data && (
        <p className="list-stale" role="alert">
          {refused.msg}，下面是之前的内容。
          <Button look="link" size="small" onClick={reload}>
            重试
          </Button>
        </p>
      )}
      {none ? (
        <Empty {...(at.filtered ? noMatch(noun, at.clear) : empty)} />
      ) : phone ? (
        <Cards {...props} rows={rows} columns={columns} waiting={!data} />
      ) : (
        <Table
          {...props}
          rows={rows}
          columns={visible}
          peek={peek}
          body={
            data ? undefined : <SkeletonRows columns={visible.length + (selection ? 1 : 0) + (props.actions ? 1 : 0)} />
          }
        />
      )}
      {data && (total > (phone ? at.size : pageSizes[0]) || at.page > 1) && (
        <nav className="list-pages" aria-label="分页">
          <Pages {...place} sizes={phone ? undefined : pageSizes} simple={phone} onChange={go} />
        </nav>
      )}
      {peeked}
      {data?.more && <p className="quiet">仅列出其中 {count(pages)} 条，请用筛选或搜索缩小范围。</p>}
    </section>
  )
}

const noMatch = (noun: string, clear: () => void) => ({
  title: `没有符合条件的${noun.slice(1)}`,
  text: '试试换一个关键词，或放宽筛选条件。',
  action: <Button onClick={clear}>清除筛选</Button>,
})

/** Replaces an empty list and offers the next step. */
export const Empty = ({ title, text, action }: DataListProps<unknown>['empty']) => (
  <div className="list-empty">
    <svg viewBox="0 0 64 48" aria-hidden="true">
      <rect x="6" y="8" width="52" height="32" rx="6" />
      <path d="M6 18h52M16 26h14M16 32h22" />
    </svg>
    <h2>{title}</h2>
    <p>{text}</p>
    {action}
    <HelpLink />
  </div>
)
