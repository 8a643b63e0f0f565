import type { OperationOutput } from '#contract/operations/index.ts'
import { ledgerKindNames, ledgerKinds, listedEntries } from '#contract/people.ts'
import { count, dateTime } from '#web/ui/format.ts'
import { oneOf } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, SelectFilter } from '#web/ui/list/filters.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { ledgerLooks } from '#web/ui/states.ts'
import { useOperation } from '../use-operation.ts'
import type { CompanyTabProps } from './company-page.tsx'

type Entry = OperationOutput<'getCompanyLedger'>['list'][number]

const fields = { kind: oneOf(ledgerKinds) }

const columns: Column<Entry>[] = [
  { key: 'at', title: '时间', render: ({ created_at }) => dateTime(created_at) },
  { key: 'kind', title: '类型', render: ({ kind }) => <StateTag state={ledgerLooks[kind]} /> },
  { key: 'days', title: '人天', end: true, render: ({ days }) => `${days > 0 ? '+' : ''}${count(days)}` },
  { key: 'after', title: '之后余额', end: true, render: ({ balance_after }) => count(balance_after) },
  {
    key: 'employee',
    title: '员工',
    render: ({ employee_name }) => employee_name ?? <span className="quiet">企业</span>,
  },
  { key: 'actor', title: '操作人', render: ({ actor_name }) => actor_name },
  { key: 'note', title: '备注', render: ({ note }) => note || <span className="quiet">—</span> },
]

export function HoursTab({ company }: CompanyTabProps) {
  const at = useListAddress(fields)
  const { kind } = at.filters
  const called = useOperation('getCompanyLedger', {
    company_id: company.info.company_id,
    kind,
    page: at.page,
    page_size: at.size,
  })
  return (
    <>
      <div className="support-tools">
        <FilterBar filtered={at.filtered} clear={at.clear}>
          <SelectFilter
            label="类型"
            value={kind}
            options={ledgerKinds.map(value => ({ value, label: ledgerKindNames[value] }))}
            onChange={next => at.filter({ kind: next })}
          />
        </FilterBar>
        {called.data && (
          <p>
            可分配 <strong>{count(called.data.balance)}</strong> 人天
          </p>
        )}
      </div>
      <DataList
        name="operations-company-ledger"
        noun="条流水"
        at={at}
        called={called}
        columns={columns}
        idOf={({ entry_id }) => entry_id}
        labelOf={({ created_at }) => dateTime(created_at)}
        most={listedEntries}
        empty={{ title: '还没有时长流水', text: '企业购买、分配或收到赠送后，每一笔都会记在这里。' }}
      />
    </>
  )
}
