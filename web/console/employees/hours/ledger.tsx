import { employeePath, ordersFoundPath, paths } from '#contract/paths.ts'
import { ledgerKindNames, ledgerKinds, listedEntries } from '#contract/people.ts'
import { EmployeePicker } from '#web/console/pickers/employee-picker.tsx'
import { api } from '#web/data/api.ts'
import { useReach } from '#web/data/reach.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { dateTime } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { date, oneOf, uuid } from '#web/ui/list/address.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { FilterBar, NamedFilter } from '#web/ui/list/filters.tsx'
import { LazyDaysFilter } from '#web/ui/list/lazy-days-filter.tsx'
import { ledgerColumns } from '#web/ui/list/ledger-columns.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { May } from '#web/ui/may.tsx'
import { ReachedLink } from '#web/ui/reached-link.tsx'

const fields = { kind: oneOf(ledgerKinds), employee_id: uuid, from: date, to: date }
const columns = ledgerColumns({
  person: (id, name) => <ReachedLink to={employeePath(id)}>{name}</ReachedLink>,
  order: number => <ReachedLink to={ordersFoundPath(number)}>{number}</ReachedLink>,
})

/** Every change of the company's person-days, newest first. */
export function Ledger() {
  const at = useListAddress(fields)
  const called = useRemembered('getServiceLedger', at.query)
  const { reaches } = useReach()
  return (
    <>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <NamedFilter label="类型" {...at.field('kind')} values={ledgerKinds} names={ledgerKindNames} />
        <EmployeePicker
          className="select-filter"
          aria-label="员工"
          placeholder="员工"
          value={at.filters.employee_id}
          onChange={employee_id => at.filter({ employee_id })}
          name={called.data?.list[0]?.employee_name}
        />
        <LazyDaysFilter label="日期" from={at.filters.from} to={at.filters.to} onChange={next => at.filter(next)} />
      </FilterBar>
      <DataList
        name="ledger"
        noun="条流水"
        called={called}
        at={at}
        columns={columns}
        idOf={({ entry_id }) => entry_id}
        labelOf={({ created_at }) => dateTime(created_at)}
        maxRows={listedEntries}
        tools={
          <May call="exportServiceLedger">
            <ExportButton load={() => api.exportServiceLedger(at.filters)} disabled={!called.data?.total} />
          </May>
        }
        empty={{
          title: '还没有时长流水',
          text: '购买、分配或收回时长后，每一笔都会记在这里。',
          action: reaches(paths.buyHours) && (
            <LinkButton look="primary" to={paths.buyHours}>
              购买时长
            </LinkButton>
          ),
        }}
      />
    </>
  )
}
