import type { OutputOf } from '#contract/index.ts'
import { sentProposalStates } from '#contract/proposal-names.ts'
import { api } from '#web/data/api.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { useSearch } from '#web/data/use-search.ts'
import { dateTime, fromNow, yuan } from '#web/ui/format.ts'
import { oneOf, uuid, withParameters } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { FilterBar, NamedFilter } from '#web/ui/list/filters.tsx'
import { RowButton } from '#web/ui/list/row-button.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { May } from '#web/ui/may.tsx'
import { loadUnread } from '#web/ui/notices/unread.ts'
import { proposalLooks } from '#web/ui/proposals/proposal-looks.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { ProposalDrawer } from './proposal-drawer.tsx'

type Proposal = OutputOf<'getProposalList'>['list'][number]

const columns: Column<Proposal>[] = [
  {
    key: 'subject',
    title: '报价',
    render: ({ subject, number }) => <TwoLines first={subject} second={number} />,
  },
  { key: 'state', title: '状态', fixed: true, render: ({ state }) => <StateTag state={proposalLooks[state]} /> },
  { key: 'payable', title: '应付', end: true, fixed: true, render: ({ payable }) => yuan(payable) },
  {
    key: 'until',
    title: '有效期至',
    render: ({ state, valid_until }) =>
      valid_until ? (
        <TwoLines first={dateTime(valid_until)} second={state === 'sent' && fromNow(valid_until)} />
      ) : (
        <span className="quiet">—</span>
      ),
  },
  { key: 'sent', title: '收到', extra: true, render: ({ sent_at }) => (sent_at ? dateTime(sent_at) : '') },
]

const fields = { state: oneOf(sentProposalStates) }

/** Lists the provider's offers to the company. The address opens one of them. */
export function Proposals({ changed }: { changed: () => void }) {
  const at = useListAddress(fields)
  const called = useRemembered('getProposalList', at.query)
  const [search, changeSearch] = useSearch()
  const set = (id: string | undefined) =>
    changeSearch(before => withParameters(before, { proposal: id }), { step: id !== undefined })
  return (
    <>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <NamedFilter label="状态" values={sentProposalStates} names={proposalLooks} {...at.field('state')} />
      </FilterBar>
      <DataList
        name="proposals"
        noun="份报价"
        at={at}
        called={called}
        columns={columns}
        idOf={({ proposal_id }) => proposal_id}
        labelOf={({ subject }) => subject}
        tools={
          <May call="exportProposals">
            <ExportButton load={() => api.exportProposals(at.filters)} disabled={!called.data?.total} />
          </May>
        }
        actions={({ proposal_id, number }) => (
          <RowButton label={`查看报价 ${number}`} onClick={() => set(proposal_id)}>
            查看
          </RowButton>
        )}
        empty={{ title: '还没有报价', text: '客服为您起草的报价会出现在这里；接受后生成待支付的订单。' }}
      />
      <ProposalDrawer
        id={uuid(search.get('proposal') ?? '')}
        hide={() => set(undefined)}
        changed={() => {
          called.reload()
          changed()
          void loadUnread()
        }}
      />
    </>
  )
}
