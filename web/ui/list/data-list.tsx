import './list.css'
import { Button } from 'antd'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { listedRows } from '#contract/people.ts'
import type { Refused } from '#web/answers.ts'
import { Failure } from '../failure.tsx'
import { count } from '../format.ts'
import { pageSizes } from './address.ts'
import { BulkBar } from './bulk-bar.tsx'
import { Cards } from './cards.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { type Column, useColumns } from './columns.ts'
import { Pages } from './pages.tsx'
import { SkeletonRows, Table } from './table.tsx'
import type { Selection } from './use-selection.ts'

/**
 * How to make a list page:
 *
 *   const fields = { keyword: words(), state: oneOf(employeeStates) }           // a constant outside the component
 *   const at = useListAddress(fields)                                           // filters, page, order: in the address
 *   const called = useCall('getCompanyUserList', { ...at.filters, page: at.page, page_size: at.size }, { quiet: true })
 *   const selection = useSelection(idOf, JSON.stringify(at.filters))            // only with bulk actions
 *   <ListHead title="员工" total={called.data?.total}> buttons </ListHead>
 *   <FilterBar filtered={at.filtered} clear={at.clear}> SearchFilter, SelectFilter … </FilterBar>
 *   <DataList name="employees" noun="名员工" at={at} called={called} columns={columns} idOf={idOf}
 *     actions={row => <RowActions … />} selection={selection} bulk={<> buttons </>} tools={<ExportButton … />}
 *     empty={{ title: '还没有员工', text: '添加第一名…', action: <LinkButton …/> }} />
 *
 * It shows skeletons, the reason and a retry when the call fails, an empty state that says what to do next (another one when
 * the filters match nothing), a table that scrolls inside its own frame, and cards on a phone. The column choice is kept by `name`.
 */
export interface DataListProps<Row> {
  /** Under which the column choice is kept. */
  name: string
  /** Counts them: 名员工, 台设备. */
  noun: string
  called: {
    /** With `more`, the list ends before all are listed; `total` may know how many there are. */
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
  /** Says which row is meant, for who can't see it: a name. */
  labelOf: (row: Row) => string
  actions?: (row: Row) => ReactNode
  selection?: Selection<Row>
  /** Buttons, shown while rows are chosen. */
  bulk?: ReactNode
  /** All that match the filters, for 选择全部; undefined when it failed and was said. */
  chooseAll?: () => Promise<readonly Row[] | undefined>
  /** At the right above the list, beside the column choice. */
  tools?: ReactNode
  /** How many rows can be paged to, where `more` says that there are more. */
  most?: number
  empty: { title: string; text: string; action?: ReactNode }
}

const narrow = '(max-width: 767px)'
function watchNarrow(listener: () => void): () => void {
  const media = matchMedia(narrow)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

export function DataList<Row>(props: DataListProps<Row>) {
  const { name, noun, called, at, columns, selection, bulk, chooseAll, tools, empty, most = listedRows } = props
  const { data, refused, loading, reload } = called
  const phone = useSyncExternalStore(watchNarrow, () => matchMedia(narrow).matches)
  const { shown, choices, set, reset } = useColumns(name, columns)
  const top = useRef<HTMLElement>(null)
  const rows = data?.list ?? []
  const total = data?.total ?? 0
  const atLeast = data?.more && total <= most
  const pages = data?.more ? Math.min(total, most) : total

  function go(page: number, size: number) {
    at.go(page, size)
    top.current?.scrollIntoView({ block: 'start' })
  }

  // The last row of the last page was dealt with, or an old link points further than there are rows by now.
  const last = Math.ceil(pages / at.size)
  const beyond = Boolean(data) && !loading && !refused && rows.length === 0 && last > 0 && at.page > last
  // biome-ignore lint/correctness/useExhaustiveDependencies: `at` is another one at each drawing
  useEffect(() => {
    if (beyond) at.go(last, at.size)
  }, [beyond, last])

  if (refused && !data) return <Failure refused={refused} retry={reload} />
  const none = data && !loading && rows.length === 0 && !beyond
  return (
    <section className="data-list" ref={top} aria-busy={loading} aria-label={`${noun.slice(1)}列表`}>
      <div className="list-tools">
        <p className="list-count" role="status">
          {data ? `共 ${count(total)}${atLeast ? '+' : ''} ${noun}` : ' '}
        </p>
        <div className="list-tools-end">
          {tools}
          {!phone && <ColumnChoice choices={choices} set={set} reset={reset} />}
        </div>
      </div>
      {selection && selection.rows.length > 0 && (
        <BulkBar noun={noun} selection={selection} total={total} more={data?.more} chooseAll={chooseAll}>
          {bulk}
        </BulkBar>
      )}
      {refused && data && (
        <p className="list-stale" role="alert">
          {refused.msg}，下面是之前的内容。
          <Button type="link" size="small" onClick={reload}>
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
          columns={shown}
          body={
            data ? undefined : <SkeletonRows columns={shown.length + (selection ? 1 : 0) + (props.actions ? 1 : 0)} />
          }
        />
      )}
      {data && (total > pageSizes[0] || at.page > 1) && (
        <nav className="list-pages" aria-label="分页">
          <Pages
            current={at.page}
            pageSize={at.size}
            total={pages}
            showSizeChanger={!phone}
            pageSizeOptions={[...pageSizes]}
            simple={phone}
            onChange={go}
          />
        </nav>
      )}
      {data?.more && <p className="quiet">仅列出其中 {count(pages)} 条，请用筛选或搜索缩小范围。</p>}
    </section>
  )
}

const noMatch = (noun: string, clear: () => void) => ({
  title: `没有符合条件的${noun.slice(1)}`,
  text: '试试换一个关键词，或放宽筛选条件。',
  action: <Button onClick={clear}>清除筛选</Button>,
})

/** What to do next where nothing is yet. */
export const Empty = ({ title, text, action }: DataListProps<unknown>['empty']) => (
  <div className="list-empty">
    <svg viewBox="0 0 64 48" aria-hidden="true">
      <rect x="6" y="8" width="52" height="32" rx="6" />
      <path d="M6 18h52M16 26h14M16 32h22" />
    </svg>
    <h2>{title}</h2>
    <p>{text}</p>
    {action}
  </div>
)
