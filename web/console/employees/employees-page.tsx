import './employees.css'
import { ImportOutlined, UserAddOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useCall } from '#web/data/use-call.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { EmployeeList } from './employee-list.tsx'
import { Balance } from './hours/balance.tsx'

// The list comes with the frame of the console, so what its other tabs need must not: they have fields and trees that are heavy.
const Ledger = lazy(async () => ({ default: (await import('./hours/ledger.tsx')).Ledger }))
const Templates = lazy(async () => ({ default: (await import('./templates/templates.tsx')).Templates }))
const Roles = lazy(async () => ({ default: (await import('./roles/roles.tsx')).Roles }))

const tabs = [
  { tab: null, name: '员工' },
  { tab: 'ledger', name: '时长流水' },
  { tab: 'templates', name: '入职模板' },
  { tab: 'roles', name: '角色' },
]

/** The people and their hours; on other tabs the ledger of all hours, the templates, and who does what in the console. */
export function EmployeesPage() {
  const [search] = useSearchParams()
  const shown = tabs.find(({ tab }) => tab === search.get('tab'))?.tab ?? null
  const balance = useCall('getServiceBalance', {}, { remember: true })
  return (
    <>
      <ListHead title="员工与时长">
        <LinkButton icon={<ImportOutlined />} to={`${paths.addEmployee}?way=import`}>
          表格导入
        </LinkButton>
        <LinkButton type="primary" icon={<UserAddOutlined />} to={paths.addEmployee}>
          添加员工
        </LinkButton>
      </ListHead>
      <Balance called={balance} />
      <PageTabs label="员工与时长" path={paths.employees} tabs={tabs} active={shown} />
      {shown === 'ledger' ? (
        <Ledger />
      ) : shown === 'templates' ? (
        <Templates />
      ) : shown === 'roles' ? (
        <Roles />
      ) : (
        <EmployeeList changed={balance.reload} />
      )}
    </>
  )
}
