import { Link } from 'react-router'
import type { OperationOutput } from '#contract/operations/index.ts'
import { ticketStates, ticketTopicNames, ticketTopics, ticketViewNames, ticketViews } from '#contract/ticket-names.ts'
import { dateTime, fromNow } from '#web/ui/format.ts'
import { oneOf, text } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter, SearchFilter } from '#web/ui/list/filters.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { overdueLook, ticketLooks } from '#web/ui/tickets/ticket-looks.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { ActButton } from '../act.tsx'
import { companyColumn } from '../company-link.tsx'
import { reloadingQueues } from '../operator-self.ts'
import { supportTicketPath } from '../paths.ts'
import { useRemembered } from '../use-operation.ts'
import { useTake } from './use-take.ts'

type Ticket = OperationOutput<'getSupportTicketList'>['list'][number]

const fields = {
  view: oneOf(ticketViews),
  state: oneOf(ticketStates),
  topic: oneOf(ticketTopics),
  keyword: text(),
}

const columns: Column<Ticket>[] = [
  {
    key: 'subject',
    title: '工单',
    render: ({ ticket_id, subject, number }) => (
      <TwoLines first={<Link to={supportTicketPath(ticket_id)}>{subject}</Link>} second={number} />
    ),
  },
  companyColumn,
  { key: 'state', title: '状态', fixed: true, render: ({ state }) => <StateTag state={ticketLooks[state]} /> },
  { key: 'topic', title: '类别', render: ({ topic }) => ticketTopicNames[topic] },
  {
    key: 'assignee',
    title: '负责',
    render: ({ assignee_name }) => assignee_name ?? <span className="quiet">无人</span>,
  },
  {
    key: 'due',
    title: '期限',
    render: ({ due_at, overdue }) =>
      due_at ? (
        <TwoLines first={dateTime(due_at)} second={overdue ? <StateTag state={overdueLook} /> : fromNow(due_at)} />
      ) : (
        '—'
      ),
  },
  { key: 'updated', title: '最近变化', extra: true, render: ({ updated_at }) => dateTime(updated_at) },
]

/** Tickets of all companies, or of one: who must answer them and by when. */
export function TicketList({ companyId }: { companyId?: string }) {
  const at = useListAddress(fields)
  const called = useRemembered('getSupportTicketList', { ...at.query, ...(companyId && { company_id: companyId }) })
  const take = useTake(reloadingQueues(called.reload))
  return (
    <>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label={companyId ? '工单号或标题' : '工单号、标题或企业'} {...at.field('keyword')} />
        <NamedFilter label="范围" values={ticketViews} names={ticketViewNames} {...at.field('view')} />
        <NamedFilter label="状态" values={ticketStates} names={ticketLooks} {...at.field('state')} />
        <NamedFilter label="类别" values={ticketTopics} names={ticketTopicNames} {...at.field('topic')} />
      </FilterBar>
      <DataList
        name={companyId ? 'operations-company-tickets' : 'operations-tickets'}
        noun="个工单"
        at={at}
        called={called}
        columns={companyId ? columns.filter(({ key }) => key !== 'company') : columns}
        idOf={({ ticket_id }) => ticket_id}
        labelOf={({ subject }) => subject}
        actions={({ ticket_id, subject, assignee_id, state }) =>
          !assignee_id &&
          state !== 'closed' && (
            <ActButton size="small" aria-label={`领取 ${subject}`} onClick={() => void take.submit({ ticket_id })}>
              领取
            </ActButton>
          )
        }
        empty={{ title: '还没有工单', text: '企业在控制台提交工单，或同事代为建立后，会出现在这里。' }}
      />
    </>
  )
}
