import type { OutputOf } from '#contract/index.ts'
import { ledgerKindNames, ledgerKinds, listedEntries } from '#contract/people.ts'
import { count, dateTime } from '#web/ui/format.ts'
import { oneOf, uuid } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, SelectFilter } from '#web/ui/list/filters.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { ledgerLooks } from '#web/ui/states.ts'
import { useCall } from '#web/ui/use-call.ts'
import { EmployeePicker } from '../employees/employee-picker.tsx'

type Entry = OutputOf<'getServiceLedger'>['list'][number]

const fields = { kind: oneOf(ledgerKinds), employee_id: uuid }

const Days = ({ days }: { days: number }) => (
  <span className={days > 0 ? 'entry-in' : undefined}>{days > 0 ? `+${count(days)}` : count(days)}</span>
)

const columns: Column<Entry>[] = [
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

/** Every change of the company's hours, newest first. */
export function Ledger() {
  const at = useListAddress(fields)
  const { kind, employee_id } = at.filters
  const called = useCall('getServiceLedger', { kind, employee_id, page: at.page, page_size: at.size }, { quiet: true })
  return (
    <>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SelectFilter
          label="类型"
          value={kind}
          options={ledgerKinds.map(value => ({ value, label: ledgerKindNames[value] }))}
          onChange={next => at.filter({ kind: next })}
        />
        <EmployeePicker
          className="select-filter"
          aria-label="员工"
          placeholder="员工"
          value={employee_id}
          name={called.data?.list[0]?.employee_name}
          onChange={next => at.filter({ employee_id: next })}
        />
      </FilterBar>
      <DataList
        name="ledger"
        noun="条流水"
        called={called}
        at={at}
        columns={columns}
        idOf={({ entry_id }) => entry_id}
        labelOf={({ created_at }) => dateTime(created_at)}
        most={listedEntries}
        empty={{ title: '还没有时长流水', text: '购买、分配或收回时长后，每一笔都会记在这里。' }}
      />
    </>
  )
}
