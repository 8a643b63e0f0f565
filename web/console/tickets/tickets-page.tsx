import { PlusOutlined } from '@ant-design/icons'
import { useEffect } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { ticketStates, ticketTopicNames } from '#contract/ticket-names.ts'
import { api } from '#web/data/api.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { useSearch } from '#web/data/use-search.ts'
import { Button } from '#web/ui/button.tsx'
import { dateTime, fromNow } from '#web/ui/format.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { oneOf, text, uuid } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { FilterBar, NamedFilter, SearchFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { RowButton } from '#web/ui/list/row-button.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { loadUnread } from '#web/ui/notices/unread.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { ticketLooks } from '#web/ui/tickets/ticket-looks.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { aboutOf, beginning } from './beginning.ts'
import type { TicketAbout } from './new-ticket-dialog.tsx'

const NewTicketDialog = idlePart(async () => (await import('./new-ticket-dialog.tsx')).NewTicketDialog)
const TicketDrawer = idlePart(async () => (await import('./ticket-drawer.tsx')).TicketDrawer, {
  isOpen: ({ id }) => id !== undefined,
})

type Ticket = OutputOf<'getTicketList'>['list'][number]

const fields = { state: oneOf(ticketStates), keyword: text() }

const columnsOf = (show: (ticketId: string) => void): Column<Ticket>[] => [
  {
    key: 'subject',
    title: '工单',
    render: ({ ticket_id, subject, number }) => (
      <TwoLines
        first={
          <button type="button" className="row-opener" data-ticket={ticket_id} onClick={() => show(ticket_id)}>
            {subject}
          </button>
        }
        second={number}
      />
    ),
  },
  { key: 'state', title: '状态', fixed: true, render: ({ state }) => <StateTag state={ticketLooks[state]} /> },
  { key: 'topic', title: '类别', render: ({ topic }) => ticketTopicNames[topic] },
  { key: 'opened', title: '提交', render: ({ opened_by, created_at }) => `${opened_by} ${dateTime(created_at)}` },
  { key: 'updated', title: '最近变化', render: ({ updated_at }) => fromNow(updated_at) },
]

/** Lists the company's tickets to the provider. The address opens one ticket, or a new one about an object. */
export function TicketsPage() {
  const at = useListAddress(fields)
  const called = useRemembered('getTicketList', at.query)
  const creating = useDialog<TicketAbout>()
  const [search, changeSearch] = useSearch()
  const shown = uuid(search.get('ticket') ?? '')
  const begun = search.get('new')
  const change = (changes: (next: URLSearchParams) => void, step = false) =>
    changeSearch(
      before => {
        const next = new URLSearchParams(before)
        for (const name of beginning) next.delete(name)
        changes(next)
        return next
      },
      { step },
    )
  const show = (ticketId: string) => change(next => next.set('ticket', ticketId), true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link opens the dialog once
  useEffect(() => {
    if (!begun) return
    creating.show(aboutOf(search))
    // It is begun once: neither a reload of the page nor a return to it begins another.
    change(() => {})
  }, [begun])
  const add = (
    <Button look="primary" icon={<PlusOutlined />} onClick={() => creating.show({})}>
      提交工单
    </Button>
  )
  return (
    <>
      <ListHead title="工单" text="向平台提问或报告问题；客服答复后，管理员会收到通知。">
        {add}
      </ListHead>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="工单号或标题" {...at.field('keyword')} />
        <NamedFilter label="状态" values={ticketStates} names={ticketLooks} {...at.field('state')} />
      </FilterBar>
      <DataList
        name="tickets"
        noun="个工单"
        at={at}
        called={called}
        columns={columnsOf(show)}
        idOf={({ ticket_id }) => ticket_id}
        labelOf={({ subject }) => subject}
        tools={<ExportButton load={() => api.exportTickets(at.filters)} disabled={!called.data?.total} />}
        actions={({ ticket_id, subject }) => (
          <RowButton label={`查看 ${subject}`} onClick={() => show(ticket_id)}>
            查看
          </RowButton>
        )}
        empty={{ title: '还没有工单', text: '连接、付款、发票或账号有问题时，可以在这里向客服提交。', action: add }}
      />
      <TicketDrawer
        id={shown}
        hide={() => change(next => next.delete('ticket'))}
        changed={() => {
          called.reload()
          void loadUnread()
        }}
      />
      {creating.subject && (
        <NewTicketDialog
          key={creating.key}
          about={creating.subject}
          {...creating.props}
          done={called.reload}
          opened={show}
        />
      )}
    </>
  )
}
