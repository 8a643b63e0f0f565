import { employeeRoleNames, employeeRoles, employeeServices, employeeStates } from '#contract/people.ts'
import { employeeFields, employeeSearch } from '#contract/records/employee-fields.ts'
import { oneOf, text } from '#web/ui/list/address.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter, SearchFilter } from '#web/ui/list/filters.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { employeeStateLooks, serviceLooks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActMenu } from '../act.tsx'
import { type EndSessions, EndSessionsDialog } from '../support/end-sessions-dialog.tsx'
import { useRemembered } from '../use-operation.ts'
import type { CompanyTabProps } from './company.ts'
import { columns, type Person } from './people-columns.tsx'
import { WhyDrawer } from './why-drawer.tsx'

const orders = ['created', 'service_end', 'name'] as const
const fields = {
  keyword: text(),
  state: oneOf(employeeStates),
  role: oneOf(employeeRoles),
  service: oneOf(employeeServices),
}

export function PeopleTab({ company, changed }: CompanyTabProps) {
  const at = useListAddress(fields)
  const called = useRemembered('getCompanyPeople', {
    company_id: company.info.company_id,
    ...at.query,
    order: orders.find(order => order === at.order) ?? 'created',
  })
  const ending = useDialog<EndSessions>()
  const explaining = useDialog<Person>()
  return (
    <>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label={employeeSearch} {...at.field('keyword')} />
        <NamedFilter
          label={employeeFields.state.label}
          values={employeeStates}
          names={employeeStateLooks}
          {...at.field('state')}
        />
        <NamedFilter label="身份" values={employeeRoles} names={employeeRoleNames} {...at.field('role')} />
        <NamedFilter label="服务" values={employeeServices} names={serviceLooks} {...at.field('service')} />
      </FilterBar>
      <DataList
        name="operations-company-people"
        noun="名成员"
        at={at}
        called={called}
        columns={columns}
        idOf={person => person.employee_id}
        labelOf={person => person.name}
        actions={person => (
          <ActMenu
            label={`${person.name}的操作`}
            actions={[
              { key: 'why', label: '为什么能用、不能用', call: 'getCompanyAccess', run: () => explaining.show(person) },
              ...(person.sessions > 0
                ? [
                    {
                      key: 'end',
                      label: `结束 ${person.sessions} 个登录`,
                      danger: true,
                      run: () => ending.show({ of: 'account' as const, id: person.account_id, name: person.name }),
                    },
                  ]
                : []),
            ]}
          />
        )}
        empty={{ title: '还没有成员', text: '企业管理员添加的员工会出现在这里。' }}
      />
      {explaining.subject && (
        <WhyDrawer
          key={explaining.key}
          companyId={company.info.company_id}
          person={explaining.subject}
          {...explaining.props}
        />
      )}
      {ending.subject && (
        <EndSessionsDialog
          key={ending.key}
          question={ending.subject}
          {...ending.props}
          done={() => {
            called.reload()
            changed()
          }}
        />
      )}
    </>
  )
}
