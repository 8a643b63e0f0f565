import type { OutputOf } from '#contract/index.ts'
import { count, dateTime } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { ledgerLooks } from '#web/ui/states.ts'
import type { Column } from './columns.ts'

type Entry = OutputOf<'getServiceLedger'>['list'][number]

const Days = ({ days }: { days: number }) => (
  <span className={days > 0 ? 'entry-in' : undefined}>{days > 0 ? `+${count(days)}` : count(days)}</span>
)

export const ledgerColumns: Column<Entry>[] = [
  { key: 'at', title: '时间', render: ({ created_at }) => dateTime(created_at) },
  { key: 'kind', title: '类型', render: ({ kind }) => <StateTag state={ledgerLooks[kind]} /> },
  { key: 'days', title: '人天', end: true, render: ({ days }) => <Days days={days} /> },
  { key: 'after', title: '之后余额', end: true, render: ({ balance_after }) => count(balance_after) },
  {
    key: 'employee',
    title: '员工',
    render: ({ employee_name }) => employee_name ?? <span className="quiet">企业</span>,
  },
  { key: 'actor', title: '操作人', render: ({ actor_name }) => actor_name },
  { key: 'note', title: '备注', render: ({ note }) => note || <span className="quiet">—</span> },
]
