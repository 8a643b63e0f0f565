import { Link } from 'react-router'
import type { OperationOutput } from '#contract/operations/index.ts'
import { proposalStates } from '#contract/proposal-names.ts'
import { dateTime, fromNow, yuan } from '#web/ui/format.ts'
import { oneOf, text } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter, SearchFilter } from '#web/ui/list/filters.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { proposalLooks } from '#web/ui/proposals/proposal-looks.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { companyColumn } from '../company-link.tsx'
import { salesProposalPath } from '../paths.ts'
import { useRemembered } from '../use-operation.ts'

type Proposal = OperationOutput<'getProposals'>['list'][number]

const fields = { state: oneOf(proposalStates), keyword: text() }
const none = <span className="quiet">—</span>

const columns: Column<Proposal>[] = [
  {
    key: 'subject',
    title: '报价',
    render: ({ proposal_id, subject, number }) => (
      <TwoLines first={<Link to={salesProposalPath(proposal_id)}>{subject}</Link>} second={number} />
    ),
  },
  companyColumn,
  { key: 'state', title: '状态', fixed: true, render: ({ state }) => <StateTag state={proposalLooks[state]} /> },
  {
    key: 'payable',
    title: '应付',
    end: true,
    // Its page shows the current price of the draft.
    render: ({ state, payable }) => <TwoLines first={yuan(payable)} second={state === 'draft' && '保存时'} />,
  },
  {
    key: 'until',
    title: '有效期至',
    render: ({ state, valid_until }) =>
      valid_until ? <TwoLines first={dateTime(valid_until)} second={state === 'sent' && fromNow(valid_until)} /> : none,
  },
  { key: 'operator', title: '起草', extra: true, render: ({ operator_name }) => operator_name },
  { key: 'updated', title: '最近变化', extra: true, render: ({ updated_at }) => dateTime(updated_at) },
]

/** The proposals to all companies, or to one. */
export function ProposalList({ companyId }: { companyId?: string }) {
  const at = useListAddress(fields)
  const called = useRemembered('getProposals', { ...at.query, ...(companyId && { company_id: companyId }) })
  return (
    <>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label={companyId ? '报价单号或内容' : '报价单号、内容或企业'} {...at.field('keyword')} />
        <NamedFilter label="状态" values={proposalStates} names={proposalLooks} {...at.field('state')} />
      </FilterBar>
      <DataList
        name={companyId ? 'operations-company-proposals' : 'operations-proposals'}
        noun="份报价"
        at={at}
        called={called}
        columns={companyId ? columns.filter(({ key }) => key !== 'company') : columns}
        idOf={({ proposal_id }) => proposal_id}
        labelOf={({ subject }) => subject}
        empty={{
          title: '还没有报价',
          text: companyId ? '发出后由企业接受或拒绝。' : '在企业详情的“报价”里起草；发出后由企业接受或拒绝。',
        }}
      />
    </>
  )
}
