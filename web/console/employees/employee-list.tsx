import { useEffect, useRef, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { employeeServices, employeeStateNames, employeeStates } from '#contract/people.ts'
import { employeeFields, employeeSearch } from '#contract/records/employee-fields.ts'
import { api } from '#web/data/api.ts'
import { useMay } from '#web/data/may.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { useSearch } from '#web/data/use-search.ts'
import { useStore } from '#web/data/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { date, flag, oneOf, text, uuid } from '#web/ui/list/address.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { FilterBar, NamedFilter, SearchFilter } from '#web/ui/list/filters.tsx'
import { LazyDaysFilter } from '#web/ui/list/lazy-days-filter.tsx'
import { RowButton } from '#web/ui/list/row-button.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { useSelection } from '#web/ui/list/use-selection.ts'
import { May } from '#web/ui/may.tsx'
import { serviceLooks } from '#web/ui/states.ts'
import { toast } from '#web/ui/toast.ts'
import { DepartmentFilter } from '../departments/department-filter.tsx'
import { useDepartments } from '../departments/use-departments.ts'
import { everyEmployee, loadServable } from '../load-employees.ts'
import { columns } from './columns.tsx'
import type { EmployeeQuestion } from './employee.ts'
import { type ActionKind, allowed, callOf, type Employee } from './employee.ts'
import { EmployeeDialogs } from './employee-dialogs.tsx'
import { menuOf } from './row-actions.ts'
import { useEmployeeQuestion } from './use-employee-question.ts'

const fields = {
  dept_id: uuid,
  without_dept: flag,
  state: oneOf(employeeStates),
  service: oneOf(employeeServices),
  ends_from: date,
  ends_to: date,
  keyword: text(),
}
const orders = oneOf(['name', 'service_end'])

const bulkActions: readonly (readonly [ActionKind, string])[] = [
  ['assign', '分配时长'],
  ['reclaim', '收回时长'],
  ['move', '调整部门'],
  ['template', '套用模板'],
  ['invite', '再次邀请'],
  ['remove', '移除'],
]

export function EmployeeList({ changed }: { changed: () => void }) {
  const at = useListAddress(fields)
  const { filters } = at
  const order = orders(at.order ?? '')
  const called = useRemembered('getCompanyUserList', { ...at.query, order })
  const departments = useDepartments()
  const listed = JSON.stringify(filters)
  const selection = useSelection<Employee>(({ employee_id }) => employee_id, listed, called.data?.list, at)
  const requested = useEmployeeQuestion()
  const phone = useStore(state => state.phone)
  const limited = useStore(state => state.dutyDepartments) !== null
  const may = useMay()
  const bulk = bulkActions.filter(([kind]) => may(callOf[kind]))
  const [gathering, setGathering] = useState(false)
  const listedNow = useRef(listed)
  listedNow.current = listed

  function done({ kind, people }: EmployeeQuestion) {
    // A bulk action clears the selection; an action on one row only deselects people who no longer match.
    if (people.length > 1) selection.clear()
    else if (kind === 'remove' || kind === 'handover') selection.set(people, false)
    called.reload()
    departments.reload()
    changed()
  }

  /** Assigns days to everyone who matches, without a selection. */
  async function extendAll() {
    setGathering(true)
    const found = await loadServable(filters)
    setGathering(false)
    // The user looks at other people by now.
    if (listedNow.current !== listed) return
    if (found?.people.length) requested.show({ kind: 'assign', ...found })
    else if (found) toast.info('没有可以分配时长的员工')
  }

  const [search, changeSearch] = useSearch()
  const opensExtend = search.get('ask') === 'extend'
  // The palette and the home page lead here to extend everybody who is listed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked once
  useEffect(() => {
    if (!opensExtend) return
    changeSearch(before => {
      before.delete('ask')
      return before
    })
    if (may(callOf.assign)) void extendAll()
  }, [opensExtend])

  return (
    <>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label={employeeSearch} {...at.field('keyword')} />
        <DepartmentFilter
          tree={departments.tree}
          value={filters.without_dept ? 'none' : filters.dept_id}
          onChange={next =>
            at.filter(
              next === 'none' ? { dept_id: undefined, without_dept: true } : { dept_id: next, without_dept: undefined },
            )
          }
        />
        <NamedFilter
          label={employeeFields.state.label}
          values={employeeStates}
          names={employeeStateNames}
          {...at.field('state')}
        />
        <NamedFilter label="服务" values={employeeServices} names={serviceLooks} {...at.field('service')} />
        <LazyDaysFilter
          ahead
          label="服务到期"
          from={filters.ends_from}
          to={filters.ends_to}
          onChange={({ from, to }) => at.filter({ ends_from: from, ends_to: to })}
        />
      </FilterBar>
      <DataList
        name="employees"
        noun="名员工"
        called={called}
        at={{ ...at, order }}
        columns={columns}
        idOf={({ employee_id }) => employee_id}
        labelOf={({ name }) => name}
        selection={bulk.length ? selection : undefined}
        chooseAll={everyEmployee(filters)}
        bulk={bulk.map(([kind, label]) => (
          <Button
            key={kind}
            size="small"
            look={kind === 'assign' ? 'primary' : 'default'}
            danger={kind === 'remove'}
            onClick={() => requested.show({ kind, people: selection.rows })}
          >
            {label}
          </Button>
        ))}
        tools={
          <>
            <May call={callOf.assign}>
              <Button loading={gathering} disabled={!called.data?.total} onClick={() => void extendAll()}>
                {at.filtered ? '全部延长' : '全员延长'}
              </Button>
            </May>
            <May call="exportCompanyUsers">
              <ExportButton load={() => api.exportCompanyUsers(filters)} disabled={!called.data?.total} />
            </May>
          </>
        }
        actions={
          may(callOf.edit)
            ? row => {
                const kinds = allowed(row, { phone, owner: false, limited }, may)
                const ask = (kind: ActionKind) => requested.show({ kind, people: [row] })
                return (
                  <span className="row-actions">
                    {kinds.has('assign') && (
                      <RowButton label={`给 ${row.name} 分配时长`} onClick={() => ask('assign')}>
                        分配
                      </RowButton>
                    )}
                    <RowMenu label={`${row.name}的更多操作`} actions={menuOf(kinds, ask)} />
                  </span>
                )
              }
            : undefined
        }
        empty={{
          title: '还没有员工',
          text: '填写手机号和姓名即可添加；人多时用表格一次导入。对方会收到邀请，本人同意后成为员工。',
          action: (
            <LinkButton look="primary" to={paths.addEmployee}>
              添加员工
            </LinkButton>
          ),
        }}
      />
      <EmployeeDialogs dialog={requested} tree={departments.tree} done={done} />
    </>
  )
}
