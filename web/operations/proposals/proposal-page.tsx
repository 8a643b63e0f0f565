import './proposals.css'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { isContracted } from '#contract/contract-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { orderLabel } from '#contract/shop.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Columns } from '#web/ui/columns.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { dateTime, yuan } from '#web/ui/format.ts'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { ProposalContents } from '#web/ui/proposals/proposal-contents.tsx'
import { proposalLooks } from '#web/ui/proposals/proposal-looks.ts'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton } from '../act.tsx'
import { api } from '../api.ts'
import { CompanyLink } from '../company-link.tsx'
import { useMay } from '../operator.ts'
import { salesOrderPath, salesProposalPath } from '../paths.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useOperation } from '../use-operation.ts'
import { DraftDialog } from './draft-dialog.tsx'

type Proposal = OperationOutput<'getSalesProposal'>

/** The company or a colleague has decided meanwhile, or a price has changed. */
const outdatedBy = [-49008, -53022, -59301]

export function ProposalPage() {
  const { id = '' } = useParams()
  const { data: proposal, refused, reload } = useOperation('getSalesProposal', { proposal_id: id })
  const mayDownload = useMay(['finance', 'support'])
  const navigate = useNavigate()
  const dialog = useDialog<'edit' | 'copy' | 'send' | 'withdraw'>()
  /** The dialog that was open when a colleague changed the proposal. */
  const [changedIn, setChangedIn] = useState<typeof dialog.key>()
  if (!proposal) return <Placeholder refused={refused} retry={reload} rows={12} />
  const { proposal_id, revision, state, number, subject, company_id, company_name, payable, valid_days } = proposal
  return (
    <>
      <ListHead
        title={subject}
        text={
          <>
            <StateTag state={proposalLooks[state]} /> {number}
          </>
        }
      >
        {mayDownload && isContracted(state) && (
          <ExportButton load={() => api.getSalesProposalContract({ proposal_id })}>合同</ExportButton>
        )}
        {state === 'draft' && (
          <>
            <ActButton look="primary" onClick={() => dialog.show('send')}>
              发出
            </ActButton>
            <ActButton onClick={() => dialog.show('edit')}>修改</ActButton>
          </>
        )}
        {state !== 'draft' && <ActButton onClick={() => dialog.show('copy')}>复制为新草稿</ActButton>}
        {(state === 'draft' || state === 'sent') && (
          <ActButton danger onClick={() => dialog.show('withdraw')}>
            {state === 'draft' ? '不再使用' : '撤回'}
          </ActButton>
        )}
      </ListHead>
      {proposal.problem && (
        <Alert
          className="proposal-problem"
          type="warning"
          title={`现在不能发出：${proposal.problem}`}
          description="下面的内容与金额是保存时的；修改草稿后，会按现在的价格重新计算。"
        />
      )}
      <Columns
        left={
          <section className="sheet" aria-label="报价的资料">
            <Facts list={factsOf(proposal)} />
          </section>
        }
        right={
          <div className="sheet order-detail">
            <ProposalContents proposal={proposal} />
          </div>
        }
      />
      {dialog.subject === 'edit' && (
        <DraftDialog
          key={dialog.key}
          company={{ company_id, name: company_name }}
          existing={proposal}
          {...dialog.props}
          done={reload}
        />
      )}
      {dialog.subject === 'copy' && (
        <DraftDialog
          key={dialog.key}
          company={{ company_id, name: company_name }}
          existing={proposal}
          copied
          {...dialog.props}
          saved={draft => void navigate(salesProposalPath(draft))}
        />
      )}
      {dialog.subject === 'send' && (
        <ConfirmDialog
          key={dialog.key}
          title="发出报价"
          okText="发出"
          {...dialog.props}
          call={api.sendProposal}
          input={{ proposal_id, revision, payable }}
          done={reload}
          outdatedBy={outdatedBy}
        >
          <p>
            {company_name}的管理员与财务会收到通知。价格 {yuan(payable)} 从今天起保持 {valid_days}{' '}
            天，发出后内容不能再改。
          </p>
        </ConfirmDialog>
      )}
      {dialog.subject === 'withdraw' && (
        <ReasonDialog
          key={dialog.key}
          title={state === 'draft' ? '不再使用草稿' : '撤回报价'}
          subject={proposal_id}
          okText={state === 'draft' ? '不再使用' : '撤回'}
          danger
          hint={state === 'draft' ? '企业看不到' : '企业会看到'}
          {...dialog.props}
          call={api.withdrawProposal}
          input={reason => ({ proposal_id, revision, reason })}
          done={reload}
          outdatedBy={[-59301]}
          onRefused={refused => {
            if (refused.code !== -53022) return showRefusal(refused)
            // The proposal is reloaded, and the reason remains for a further attempt.
            reload()
            setChangedIn(dialog.key)
          }}
        >
          <p>
            「{subject}」{state === 'draft' ? '将不能再发出。' : '将不能再接受；已接受的不受影响。'}
          </p>
          {changedIn === dialog.key && <Alert type="warning" title="同事刚改过，已更新，请核对后再按" />}
        </ReasonDialog>
      )}
    </>
  )
}

function factsOf(proposal: Proposal) {
  const { company_id, company_name, operator_name, created_at, sent_at, valid_days, valid_until } = proposal
  return [
    { label: '企业', value: <CompanyLink id={company_id} name={company_name} /> },
    { label: '类型', value: orderLabel(proposal) },
    { label: '起草', value: `${operator_name} ${dateTime(created_at)}` },
    ...(sent_at ? [{ label: '发出', value: dateTime(sent_at) }] : []),
    { label: '有效期', value: valid_until ? `至 ${dateTime(valid_until)}` : `发出当天起 ${valid_days} 天` },
    ...(proposal.reason ? [{ label: '原因', value: proposal.reason }] : []),
    ...(proposal.order_number
      ? [{ label: '订单', value: <Link to={salesOrderPath(proposal.order_number)}>{proposal.order_number}</Link> }]
      : []),
  ]
}
