import { useSearchParams } from 'react-router'
import { followUpRoles } from '#contract/operations/operator-names.ts'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { useMayRead } from '../operator.ts'
import { operationsPaths } from '../paths.ts'
import { FollowUps } from './follow-ups.tsx'
import { TicketList } from './ticket-list.tsx'

const tabs = [
  { tab: null, name: '工单' },
  { tab: 'follow-ups', name: '跟进' },
]

/** Lists companies' tickets, and the planned follow-ups. */
export function TicketsPage() {
  const [search] = useSearchParams()
  const notes = useMayRead(followUpRoles)
  const seen = notes ? tabs : tabs.slice(0, 1)
  const tab = notes && search.get('tab') === 'follow-ups' ? 'follow-ups' : null
  return (
    <>
      <ListHead
        title="工单"
        text="企业在控制台提交，或在企业详情里代为建立。领取后由一人负责，可以转交；超过期限会提醒负责的人。"
      />
      <PageTabs label="工单与跟进" path={operationsPaths.tickets} tabs={seen} active={tab} />
      {tab ? <FollowUps /> : <TicketList />}
    </>
  )
}
