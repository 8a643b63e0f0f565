import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { count, fromNow } from '#web/ui/format.ts'
import { Pages } from '#web/ui/list/pages.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { auditLooks, authorizationLooks, lineLooks } from '#web/ui/states.ts'
import { TimesLabel } from '#web/ui/times/times-label.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { WhyDrawer } from '../companies/why-drawer.tsx'
import { useOperation } from '../use-operation.ts'
import type { Account } from './account.ts'

interface Person {
  company_id: string
  employee_id: string
}

/** A person's devices and the lines that they may use, with the groups that grant them and the reasons that prevent their use. */
export function AccountService({ account: { account_id, company, name } }: { account: Account }) {
  const why = useDialog<true>()
  if (!company) return null
  const { company_id, employee_id } = company
  const person = { company_id, employee_id }
  return (
    <div className="support-pair">
      <Devices person={person} />
      <section className="sheet" aria-labelledby="account-lines">
        <div className="sheet-head">
          <h2 id="account-lines">专线与专线组</h2>
          <Button size="small" onClick={() => why.show(true)}>
            为什么能用、不能用
          </Button>
        </div>
        <Lines person={person} />
      </section>
      {why.subject && (
        <WhyDrawer key={why.key} companyId={company_id} person={{ ...person, account_id, name }} {...why.props} />
      )}
    </div>
  )
}

function Devices({ person }: { person: Person }) {
  const { data, refused, reload } = useOperation('getCompanyDevices', { ...person, page: 1, page_size: 20 })
  return (
    <section className="sheet" aria-labelledby="account-devices">
      <div className="sheet-head">
        <h2 id="account-devices">设备</h2>
        {data && <span className="quiet">{count(data.total)} 台</span>}
      </div>
      {!data ? (
        <Placeholder refused={refused} retry={reload} />
      ) : (
        <ul className="support-list">
          {data.list.map(device => (
            <li key={device.device_id}>
              <span>{device.name}</span>
              <StateTag state={auditLooks[device.audit_state]} />
              <StateTag state={authorizationLooks[device.auth_state]} />
              <span className="quiet">
                {device.online ? '在线' : device.last_seen_at ? fromNow(device.last_seen_at) : '从未连接'}
                {device.last_ip && ` · ${device.last_ip}`}
              </span>
            </li>
          ))}
          {!data.list.length && <li className="quiet">没有登记过设备</li>}
        </ul>
      )}
    </section>
  )
}

const pageSize = 10

function Lines({ person }: { person: Person }) {
  const [page, setPage] = useState(1)
  const { data, refused, reload } = useOperation('getCompanyPersonLines', { ...person, page, page_size: pageSize })
  if (!data) return <Placeholder refused={refused} retry={reload} />
  return (
    <>
      <ul className="support-list">
        {data.list.map(line => (
          <li key={line.svp_id}>
            <span>{line.name}</span>
            <StateTag state={lineLooks[line.state]} />
            <span className="quiet">
              {line.city} · {line.address ?? '未绑定地址'}
            </span>
            <p>
              {line.reasons.map(({ group_id, group_name, dept_path, until, hours, holds }) => (
                <span key={`${group_id} ${dept_path}`}>
                  {group_name}
                  {dept_path && `（${dept_path}）`} <TimesLabel times={{ until, hours }} holds={holds} />{' '}
                </span>
              ))}
            </p>
          </li>
        ))}
        {!data.total && <li className="quiet">不在任何有专线的专线组里</li>}
      </ul>
      <Pages simple current={page} pageSize={pageSize} total={data.total} rows={data.list.length} onChange={setPage} />
    </>
  )
}
