import { useState } from 'react'
import { useParams } from 'react-router'
import { ticketTopicNames } from '#contract/ticket-names.ts'
import { Columns } from '#web/ui/columns.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { dateTime, fromNow } from '#web/ui/format.ts'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { TicketThread } from '#web/ui/tickets/thread.tsx'
import { overdueLook, ticketLooks } from '#web/ui/tickets/ticket-looks.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, useMayAct } from '../act.tsx'
import { api } from '../api.ts'
import { CompanyLink } from '../company-link.tsx'
import { reloadingQueues } from '../operator-self.ts'
import { balanceMonthPath, invoicesAt, salesOrderPath } from '../paths.ts'
import { ReachLink } from '../reach-link.tsx'
import { useRemembered } from '../use-operation.ts'
import { AnswerForm, NoteForm } from './answer-form.tsx'
import { CloseDialog, DueDialog, HandOverDialog, RemoveFileDialog, type TicketFile } from './ticket-dialogs.tsx'
import { useTake } from './use-take.ts'

const dialogs = { over: HandOverDialog, due: DueDialog, close: CloseDialog }

export function TicketPage() {
  const { id = '' } = useParams()
  const { data: ticket, refused, reload } = useRemembered('getSupportTicket', { ticket_id: id })
  const acts = useMayAct()
  const [note, setNote] = useState(false)
  const dialog = useDialog<keyof typeof dialogs>()
  const removal = useDialog<TicketFile>()
  const [removed, setRemoved] = useState<readonly string[]>([])
  const done = reloadingQueues(reload)
  const take = useTake(done)
  if (!ticket) return <Placeholder refused={refused} retry={reload} rows={12} />
  const { state, number, subject, topic, company_id, company_name, assignee_name, assignee_id, due_at, overdue } =
    ticket
  const { order_number, invoice_id, invoice_number, month } = ticket
  const Dialog = dialog.subject && dialogs[dialog.subject]
  return (
    <>
      <ListHead
        title={subject}
        text={
          <>
            <StateTag state={ticketLooks[state]} /> {overdue && <StateTag state={overdueLook} />} {number}
          </>
        }
      >
        {state !== 'closed' && (
          <>
            {!assignee_id && (
              <ActButton look="primary" loading={take.busy} onClick={() => void take.submit({ ticket_id: id })}>
                领取
              </ActButton>
            )}
            <ActButton onClick={() => dialog.show('over')}>转交</ActButton>
            {state === 'open' && <ActButton onClick={() => dialog.show('due')}>修改期限</ActButton>}
            <ActButton onClick={() => dialog.show('close')}>关闭</ActButton>
          </>
        )}
      </ListHead>
      <Columns
        left={
          <section className="sheet" aria-label="工单的资料">
            <Facts
              list={[
                { label: '企业', value: <CompanyLink id={company_id} name={company_name} /> },
                { label: '类别', value: ticketTopicNames[topic] },
                { label: '提交', value: `${ticket.opened_by} ${dateTime(ticket.created_at)}` },
                { label: '负责', value: assignee_name ?? '无人' },
                { label: '须答复于', value: due_at ? `${dateTime(due_at)}（${fromNow(due_at)}）` : '—' },
                ...(invoice_id
                  ? [
                      {
                        label: '有关的发票',
                        value: (
                          <ReachLink to={invoicesAt(invoice_number ?? company_name)}>
                            {invoice_number ?? '发票申请'}
                          </ReachLink>
                        ),
                      },
                    ]
                  : []),
                ...(month
                  ? [
                      {
                        label: '有关的月份',
                        value: <ReachLink to={balanceMonthPath(company_id, month)}>{month} 的余额与对账单</ReachLink>,
                      },
                    ]
                  : []),
                ...(order_number
                  ? [
                      {
                        label: '有关的订单',
                        value: <ReachLink to={salesOrderPath(order_number)}>{order_number}</ReachLink>,
                      },
                    ]
                  : []),
              ]}
            />
          </section>
        }
        right={
          <section className="sheet" aria-label="往来与经过">
            <TicketThread
              key={id}
              entries={ticket.entries}
              older={ticket.older}
              read={before => api.getSupportTicket({ ticket_id: id, before })}
              remove={acts ? removal.show : undefined}
              removed={removed}
            />
            {acts && (
              <div className="ticket-reply">
                <Segmented
                  aria-label="写什么"
                  value={note ? 'note' : 'answer'}
                  options={[
                    { value: 'answer', label: '答复企业' },
                    { value: 'note', label: '内部备注' },
                  ]}
                  onChange={value => setNote(value === 'note')}
                />
                {/* A draft in one form is kept while the other is being written. */}
                <div hidden={note}>
                  <AnswerForm ticketId={id} updatedAt={ticket.updated_at} done={done} />
                </div>
                <div hidden={!note}>
                  <NoteForm ticketId={id} done={done} />
                </div>
              </div>
            )}
          </section>
        }
      />
      {removal.subject && (
        <RemoveFileDialog
          key={removal.key}
          ticketId={id}
          file={removal.subject}
          {...removal.props}
          done={file => {
            setRemoved(before => [...before, file])
            reload()
          }}
        />
      )}
      {Dialog && <Dialog key={dialog.key} ticket={ticket} {...dialog.props} done={done} />}
    </>
  )
}
