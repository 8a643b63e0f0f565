import './employees.css'
import { ImportOutlined, UserAddOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useMay } from '#web/data/may.ts'
import { onDemandPart } from '#web/ui/lazy-part.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { May } from '#web/ui/may.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { PageWait } from '#web/ui/page-wait.tsx'
import { EmployeeList } from './employee-list.tsx'
import { Balance } from './hours/balance.tsx'

// The list is loaded with the frame of the console, so the heavy fields and trees of the other tabs must not be part of it.
const waiting = () => <PageWait />
const Ledger = onDemandPart(async () => (await import('./hours/ledger.tsx')).Ledger, { waiting })
const Templates = onDemandPart(async () => (await import('./templates/templates.tsx')).Templates, { waiting })
const Roles = onDemandPart(async () => (await import('./roles/roles.tsx')).Roles, { waiting })

const tabs = [
  { tab: null, name: '员工', call: 'getCompanyUserList' },
  { tab: 'ledger', name: '时长流水', call: 'getServiceLedger' },
  { tab: 'templates', name: '入职模板', call: 'getTemplateList' },
  { tab: 'roles', name: '角色', call: 'getDutyList' },
] as const

/** The people and their service; on other tabs the ledger, the templates, and the duties in the console. */
export function EmployeesPage() {
  const [search] = useSearchParams()
  const may = useMay()
  const open = tabs.filter(({ call }) => may(call))
  const shown = open.find(({ tab }) => tab === search.get('tab'))?.tab ?? null
  const [round, setRound] = useState(0)
  return (
    <>
      <ListHead title="员工与时长">
        <May call="commitEmployeeImport">
          <LinkButton icon={<ImportOutlined />} to={`${paths.addEmployee}?way=import`}>
            表格导入
          </LinkButton>
        </May>
        <LinkButton look="primary" icon={<UserAddOutlined />} to={paths.addEmployee}>
          添加员工
        </LinkButton>
      </ListHead>
      <May call="getServiceBalance">
        <Balance round={round} />
      </May>
      <PageTabs label="员工与时长" path={paths.employees} tabs={open} active={shown} />
      {shown === 'ledger' ? (
        <Ledger />
      ) : shown === 'templates' ? (
        <Templates />
      ) : shown === 'roles' ? (
        <Roles />
      ) : (
        <EmployeeList changed={() => setRound(before => before + 1)} />
      )}
    </>
  )
}
