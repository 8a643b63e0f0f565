import '../support/support.css'
import { type ComponentType, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { Alert } from '#web/ui/alert.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime } from '#web/ui/format.ts'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { PageWait } from '#web/ui/page-wait.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { closedCompany, companyStates } from '#web/ui/states.ts'
import { WaitingRequest } from '../approvals/waiting-request.tsx'
import { useMay, useMayRead } from '../operator.ts'
import { companyPath } from '../paths.ts'
import { useOperation } from '../use-operation.ts'
import { CompanyActions } from './actions.tsx'
import type { CompanyTabProps } from './company.ts'
import { DevicesTab } from './devices-tab.tsx'
import { GroupsTab } from './groups-tab.tsx'
import { HoursTab } from './hours-tab.tsx'
import { InvoicesTab } from './invoices-tab.tsx'
import { LinesTab } from './lines-tab.tsx'
import { LogTab } from './log-tab.tsx'
import { MoneyTab } from './money-tab.tsx'
import { NotesTab } from './notes-tab.tsx'
import { OrdersTab } from './orders-tab.tsx'
import { Overview } from './overview.tsx'
import { PeopleTab } from './people-tab.tsx'
import { ProposalsTab } from './proposals-tab.tsx'
import { SentTab } from './sent-tab.tsx'
import { SessionsTab } from './sessions-tab.tsx'
import { TicketsTab } from './tickets-tab.tsx'

interface Tab {
  tab: string | null
  name: string
  /** Finance may also see this, to look things up beside an order. */
  finance?: true
  Part: ComponentType<CompanyTabProps>
}

const tabs: readonly Tab[] = [
  { tab: null, name: '概况', finance: true, Part: Overview },
  { tab: 'people', name: '人员', Part: PeopleTab },
  { tab: 'hours', name: '时长', finance: true, Part: HoursTab },
  { tab: 'lines', name: '专线', Part: LinesTab },
  { tab: 'groups', name: '专线组', Part: GroupsTab },
  { tab: 'devices', name: '设备', Part: DevicesTab },
  { tab: 'orders', name: '订单', finance: true, Part: OrdersTab },
  { tab: 'proposals', name: '报价', finance: true, Part: ProposalsTab },
  { tab: 'money', name: '款项', finance: true, Part: MoneyTab },
  { tab: 'invoices', name: '发票', finance: true, Part: InvoicesTab },
  { tab: 'tickets', name: '工单', finance: true, Part: TicketsTab },
  { tab: 'notes', name: '备注', finance: true, Part: NotesTab },
  { tab: 'sessions', name: '登录', Part: SessionsTab },
  { tab: 'sent', name: '通知与短信', Part: SentTab },
  { tab: 'log', name: '时间线', Part: LogTab },
]

/** All that support needs about one company. */
export function CompanyPage() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const may = useMay(['support'])
  const reads = useMayRead(['support'])
  const [round, setRound] = useState(0)
  const called = useOperation('getCompanyOverview', { company_id: id })
  const { data: company, refused, reload } = called
  if (!company) return refused ? <Failure refused={refused} retry={reload} /> : <PageWait />
  const seen = tabs.filter(({ finance }) => reads || finance)
  const shown = seen.find(({ tab }) => tab === search.get('tab')) ?? seen[0]
  const { info, frozen, closed_at } = company
  function changed() {
    reload()
    setRound(before => before + 1)
  }
  return (
    <div className="support">
      <header className="support-head">
        <div>
          <h1>{info.name}</h1>
          <p>
            <StateTag state={closed_at ? closedCompany : companyStates[info.state]} />
            <span className="quiet">{info.credit_code}</span>
            <CopyButton text={info.credit_code} label="信用代码" />
          </p>
        </div>
        {may && !closed_at && <CompanyActions company={company} changed={changed} />}
      </header>
      {frozen && (
        <Alert
          className="support-frozen"
          type="error"
          title={
            closed_at
              ? `已于 ${dateTime(closed_at)} 注销，成员已全部移除，不能恢复；记录保留`
              : `已于 ${dateTime(frozen.at)} 冻结${frozen.reason && `：${frozen.reason}`}`
          }
        />
      )}
      {company.waiting.map(request => (
        <WaitingRequest key={request.approval_id} className="support-frozen" request={request} />
      ))}
      <PageTabs label="企业" path={companyPath(id)} tabs={seen} active={shown?.tab ?? null} />
      {shown && <shown.Part key={`${shown.tab} ${round}`} company={company} changed={reload} />}
    </div>
  )
}
