import { Link } from 'react-router'
import type { OutputOf } from '#contract/index.ts'
import { addToPath, employeePath, paths } from '#contract/paths.ts'
import { employeeRoleNames } from '#contract/people.ts'
import { employeeFields, employeeSearch } from '#contract/records/employee-fields.ts'
import { useMay } from '#web/data/may.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, SearchFilter } from '#web/ui/list/filters.tsx'
import { RowButton } from '#web/ui/list/row-button.tsx'
import type { ListAddress } from '#web/ui/list/use-list-address.ts'
import { useSelection } from '#web/ui/list/use-selection.ts'
import { May } from '#web/ui/may.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { employeeStateLooks } from '#web/ui/states.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { everyEmployee } from '../load-employees.ts'
import type { peopleFields } from './people-fields.ts'
import type { DepartmentTree } from './tree.ts'

const MovePeople = idlePart(async () => (await import('./move-people.tsx')).MovePeople)

type Employee = OutputOf<'getCompanyUserList'>['list'][number]

const columns: Column<Employee>[] = [
  {
    key: 'name',
    title: employeeFields.name.label,
    render: ({ employee_id, name, job_number }) => (
      <TwoLines first={<Link to={employeePath(employee_id)}>{name}</Link>} second={job_number} />
    ),
  },
  { key: 'phone', title: employeeFields.phone.label, render: ({ phone }) => phone },
  {
    key: 'dept',
    title: employeeFields.dept_path.label,
    render: ({ dept_path }) => dept_path ?? <span className="quiet">未分配</span>,
  },
  { key: 'role', title: employeeFields.role.label, extra: true, render: ({ role }) => employeeRoleNames[role] },
  {
    key: 'state',
    title: employeeFields.state.label,
    render: ({ state }) => <StateTag state={employeeStateLooks[state]} />,
  },
]

interface DepartmentPeopleProps {
  at: ListAddress<typeof peopleFields>
  tree: DepartmentTree
  /** The number of people in the company. */
  total: number
  name: string
  changed: () => void
}

export function DepartmentPeople({ at, tree, total, name, changed }: DepartmentPeopleProps) {
  const { dept_id, without_dept, keyword } = at.filters
  // If the department no longer exists, everyone is listed.
  const filters = { dept_id: tree.byId.has(dept_id ?? '') ? dept_id : undefined, without_dept, keyword }
  const called = useRemembered('getCompanyUserList', { ...filters, page: at.page, page_size: at.size })
  const selection = useSelection<Employee>(
    ({ employee_id }) => employee_id,
    JSON.stringify(filters),
    called.data?.list,
    at,
  )
  const requested = useDialog<readonly Employee[]>()
  const clear = () => at.clearBut('dept_id', 'without_dept')
  const mayMove = useMay()('batchSetDepartment')
  return (
    <>
      <FilterBar filtered={keyword !== undefined} clear={clear}>
        <SearchFilter label={employeeSearch} {...at.field('keyword')} />
      </FilterBar>
      <DataList
        name="department-people"
        noun="名员工"
        called={called}
        at={{ ...at, filtered: keyword !== undefined, clear }}
        columns={columns}
        idOf={({ employee_id }) => employee_id}
        labelOf={row => row.name}
        selection={mayMove ? selection : undefined}
        chooseAll={everyEmployee(filters)}
        bulk={
          <Button size="small" look="primary" onClick={() => requested.show(selection.rows)}>
            移到其他部门
          </Button>
        }
        actions={
          mayMove
            ? row => (
                <RowButton label={`移动 ${row.name}`} onClick={() => requested.show([row])}>
                  移动
                </RowButton>
              )
            : undefined
        }
        empty={
          total
            ? {
                title: `“${name}”还没有员工`,
                text: '在“全部员工”中勾选员工后移到这里，或直接添加到这个部门。',
                action: (
                  <div className="row">
                    {filters.dept_id && (
                      <May call="addCompanyUser">
                        <LinkButton look="primary" to={addToPath(filters.dept_id)}>
                          添加到这个部门
                        </LinkButton>
                      </May>
                    )}
                    <Button onClick={() => at.filter({ dept_id: undefined, without_dept: undefined })}>
                      查看全部员工
                    </Button>
                  </div>
                ),
              }
            : {
                title: '还没有员工',
                text: '先添加员工，再把他们分到各个部门。',
                action: (
                  <LinkButton look="primary" to={paths.addEmployee}>
                    添加员工
                  </LinkButton>
                ),
              }
        }
      />
      {requested.subject && (
        <MovePeople
          key={requested.key}
          tree={tree}
          people={requested.subject}
          {...requested.props}
          done={() => {
            selection.clear()
            called.reload()
            changed()
          }}
        />
      )}
    </>
  )
}
