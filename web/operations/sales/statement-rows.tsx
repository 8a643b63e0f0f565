import { useState } from 'react'
import { type StatementVerdict, statementVerdictNames, statementVerdicts } from '#contract/operations/sales-names.ts'
import { count, yuan } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { statementLooks } from '#web/ui/states.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { OrderLink, Queues } from './parts.tsx'
import { linkOf } from './statement-link.tsx'
import type { StatementRow } from './statement-row.ts'

/** The verdicts that an operator must check first. */
const important: readonly StatementVerdict[] = ['again', 'amount', 'payer', 'uncoded', 'repeated', 'invalid']

/** Nothing is left to do for these. */
const ended: readonly StatementVerdict[] = ['again', 'done', 'returned']

const columns: Column<StatementRow>[] = [
  { key: 'line', title: '行', render: ({ line }) => `第 ${line} 行` },
  {
    key: 'verdict',
    title: '核对结果',
    fixed: true,
    render: row => <TwoLines first={<StateTag state={statementLooks[row.verdict]} />} second={linkOf(row)} />,
  },
  { key: 'date', title: '日期', render: ({ date }) => date || '—' },
  {
    key: 'amount',
    title: '流水金额',
    end: true,
    render: ({ amount, amount_text, due, verdict }) => (
      <TwoLines
        first={amount === null ? amount_text || '—' : yuan(amount)}
        second={due !== null && due !== amount && !ended.includes(verdict) && `应付 ${yuan(due)}`}
      />
    ),
  },
  {
    key: 'payer',
    title: '付款户名',
    render: ({ payer, verdict, company_name }) => (
      <TwoLines first={payer || '—'} second={verdict === 'payer' && `认证企业 ${company_name}`} />
    ),
  },
  { key: 'remark', title: '备注', render: ({ remark }) => <span className="sales-note">{remark || '—'}</span> },
  {
    key: 'order',
    title: '订单',
    render: ({ order_number }) => (order_number ? <OrderLink number={order_number} /> : '—'),
  },
]

/** The rows by verdict; all of them are in the browser. */
export function StatementRows({ rows }: { rows: readonly StatementRow[] }) {
  const [chosen, setChosen] = useState<StatementVerdict | 'all'>('all')
  const [{ page, size }, setPlace] = useState({ page: 1, size: 20 })
  const present = statementVerdicts.filter(each => rows.some(({ verdict }) => verdict === each))
  const names = Object.fromEntries(
    ([['all', `全部 ${count(rows.length)}`]] as [string, string][]).concat(
      present.map(each => [
        each,
        `${statementVerdictNames[each]} ${count(rows.filter(({ verdict }) => verdict === each).length)}`,
      ]),
    ),
    // The cast holds because the keys come from this record.
  ) as Record<StatementVerdict | 'all', string>
  const of = rows
    .filter(({ verdict }) => chosen === 'all' || verdict === chosen)
    .toSorted((one, other) => Number(important.includes(other.verdict)) - Number(important.includes(one.verdict)))
  return (
    <>
      <Queues
        label="核对结果"
        value={chosen}
        names={names}
        onChange={next => {
          setChosen(next)
          setPlace({ page: 1, size })
        }}
      />
      <DataList
        name="operations-statement"
        noun="行流水"
        at={{
          page,
          size,
          order: undefined,
          filtered: false,
          go: (to, by) => setPlace({ page: to, size: by }),
          sort: () => {},
          clear: () => setChosen('all'),
        }}
        called={{
          data: { list: of, total: of.length },
          refused: undefined,
          loading: false,
          reload: () => {},
        }}
        columns={columns}
        idOf={row => String(row.line)}
        labelOf={row => `第 ${row.line} 行`}
        empty={{ title: '没有流水', text: '这个文件里没有可以核对的行。' }}
      />
    </>
  )
}
