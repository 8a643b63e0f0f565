import { useState } from 'react'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton } from '../act.tsx'
import { OpenTicketDialog } from '../tickets/open-ticket-dialog.tsx'
import { TicketList } from '../tickets/ticket-list.tsx'
import type { CompanyTabProps } from './company.ts'

export function TicketsTab({ company: { info, closed_at } }: CompanyTabProps) {
  const opening = useDialog<true>()
  const [round, setRound] = useState(0)
  return (
    <>
      <div className="support-tools">
        <span className="quiet">企业提交的，与同事代为建立的工单。</span>
        {!closed_at && (
          <ActButton look="primary" onClick={() => opening.show(true)}>
            建立工单
          </ActButton>
        )}
      </div>
      <TicketList key={round} companyId={info.company_id} />
      {opening.subject && (
        <OpenTicketDialog
          key={opening.key}
          company={info}
          {...opening.props}
          done={() => setRound(before => before + 1)}
        />
      )}
    </>
  )
}
