import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { orderPath, paths } from '#contract/paths.ts'
import { ticketTopicNames } from '#contract/ticket-names.ts'
import { api } from '#web/data/api.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { scaled } from '#web/ui/scaled.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { TicketThread } from '#web/ui/tickets/thread.tsx'
import { ticketLooks } from '#web/ui/tickets/ticket-looks.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { ReplyForm } from './reply-form.tsx'

interface TicketDrawerProps {
  id: string | undefined
  hide: () => void
  changed: () => void
}

export function TicketDrawer({ id, hide, changed }: TicketDrawerProps) {
  // The content stays while the drawer's closing animation runs.
  const last = useRef(id)
  if (id) last.current = id
  // The person goes on at the ticket's row. One just submitted was opened by a dialog that is gone.
  useEffect(() => {
    if (id !== undefined || !last.current) return
    document.querySelector<HTMLElement>(`[data-ticket="${last.current}"]`)?.focus({ preventScroll: true })
  }, [id])
  return (
    <Drawer
      open={id !== undefined}
      onClose={hide}
      byAddress
      focusable={{ focusTriggerAfterClose: false }}
      size={scaled(640)}
      title="工单"
    >
      {last.current && <Detail key={last.current} id={last.current} changed={changed} />}
    </Drawer>
  )
}

function Detail({ id, changed }: { id: string; changed: () => void }) {
  const { data, refused, reload } = useRemembered('getTicket', { ticket_id: id })
  const done = () => {
    reload()
    changed()
  }
  const closing = useSubmission({ call: api.closeTicket, done, outdatedBy: [-57003] })
  if (!data) return <Placeholder refused={refused} retry={reload} rows={8} />
  const {
    number,
    topic,
    subject,
    state,
    opened_by,
    order_id,
    order_number,
    invoice_id,
    invoice_number,
    month,
    created_at,
    entries,
    older,
  } = data
  return (
    <>
      <div className="sheet-head">
        <h2>{subject}</h2>
        <StateTag state={ticketLooks[state]} />
      </div>
      <p className="quiet">
        {number} · {ticketTopicNames[topic]} · {opened_by}于 {dateTime(created_at)} 提交
        {order_id && (
          <>
            {' '}
            · <Link to={orderPath(order_id)}>订单 {order_number}</Link>
          </>
        )}
        {invoice_id && (
          <>
            {' '}
            ·{' '}
            <Link to={`${paths.orderRecord}?tab=invoices`}>
              {invoice_number ? `发票 ${invoice_number}` : '发票申请'}
            </Link>
          </>
        )}
        {month && (
          <>
            {' '}
            · <Link to={`${paths.balance}?tab=statements`}>{month} 的余额与对账单</Link>
          </>
        )}
      </p>
      <TicketThread entries={entries} older={older} read={before => api.getTicket({ ticket_id: id, before })} />
      {(topic !== 'closing' || state !== 'closed') && (
        <ReplyForm ticketId={id} closed={state === 'closed'} done={done} />
      )}
      {topic === 'closing' && (
        <p className="quiet">
          注销申请由所有者在<Link to={paths.company}>企业信息</Link>提出与撤回。
        </p>
      )}
      {state !== 'closed' && topic !== 'closing' && (
        <Button className="ticket-reply" loading={closing.busy} onClick={() => void closing.submit({ ticket_id: id })}>
          已解决，关闭工单
        </Button>
      )}
    </>
  )
}
