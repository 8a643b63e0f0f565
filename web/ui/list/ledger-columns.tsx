import type { ReactNode } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { count, dateTime } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { ledgerLooks } from '#web/ui/states.ts'
import type { Column } from './columns.ts'

type Entry = OutputOf<'getServiceLedger'>['list'][number]

const Days = ({ days }: { days: number }) => (
  <span className={days > 0 ? 'entry-in' : undefined}>{days > 0 ? `+${count(days)}` : count(days)}</span>
)

/** Order numbers are at the beginning of a note. */
const orderNote = /^订单 (\d+)/

interface LedgerLinks {
  person: (id: string, name: string) => ReactNode
  order: (number: string) => ReactNode
}

/** The ledger's columns, with links if the page has pages to link to. */
export const ledgerColumns = (links?: LedgerLinks): Column<Entry>[] => [
  { key: 'at', title: '时间', render: ({ created_at }) => dateTime(created_at) },
  { key: 'kind', title: '类型', render: ({ kind }) => <StateTag state={ledgerLooks[kind]} /> },
  { key: 'days', title: '人天', end: true, render: ({ days }) => <Days days={days} /> },
  { key: 'after', title: '之后余额', end: true, render: ({ balance_after }) => count(balance_after) },
  {
    key: 'employee',
    title: '员工',
    render: ({ employee_id, employee_name }) => {
      if (employee_name === null) return <span className="quiet">企业</span>
      return (employee_id && links?.person(employee_id, employee_name)) || employee_name
    },
  },
  { key: 'actor', title: '操作人', render: ({ actor_name }) => actor_name },
  {
    key: 'note',
    title: '备注',
    render: ({ note }) => {
      const number = orderNote.exec(note)?.[1]
      if (!number || !links) return note || <span className="quiet">—</span>
      return (
        <>
          订单 {links.order(number)}
          {note.replace(orderNote, '')}
        </>
      )
    },
  },
]
