import { ledgerKindNames, ledgerKinds, listedEntries } from '#contract/people.ts'
import { count, dateTime } from '#web/ui/format.ts'
import { oneOf } from '#web/ui/list/address.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter } from '#web/ui/list/filters.tsx'
import { ledgerColumns } from '#web/ui/list/ledger-columns.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { useRemembered } from '../use-operation.ts'
import type { CompanyTabProps } from './company.ts'

const columns = ledgerColumns()
const fields = { kind: oneOf(ledgerKinds) }

export function HoursTab({ company }: CompanyTabProps) {
  const at = useListAddress(fields)
  const called = useRemembered('getCompanyLedger', { company_id: company.info.company_id, ...at.query })
  return (
    <>
      <div className="support-tools">
        <FilterBar filtered={at.filtered} clear={at.clear}>
          <NamedFilter label="类型" {...at.field('kind')} values={ledgerKinds} names={ledgerKindNames} />
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
        maxRows={listedEntries}
        empty={{ title: '还没有时长流水', text: '企业购买、分配或收到赠送后，每一笔都会记在这里。' }}
      />
    </>
  )
}
