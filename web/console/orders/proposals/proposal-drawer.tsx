import { useRef } from 'react'
import { Link } from 'react-router'
import { cashierPath, orderPath } from '#contract/paths.ts'
import { api } from '#web/data/api.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { useLeadOn } from '#web/data/use-lead-on.ts'
import { Button } from '#web/ui/button.tsx'
import { useTimeLeft } from '#web/ui/countdown.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { dateTime, fromNow, yuan } from '#web/ui/format.ts'
import { Empty } from '#web/ui/list/data-list.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { ProposalContents } from '#web/ui/proposals/proposal-contents.tsx'
import { proposalLooks } from '#web/ui/proposals/proposal-looks.ts'
import { scaled } from '#web/ui/scaled.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { DeclineDialog } from './decline-dialog.tsx'
import { outdatedBy, type Proposal } from './proposal.ts'

interface ProposalDrawerProps {
  id: string | undefined
  hide: () => void
  changed: () => void
}

export function ProposalDrawer({ id, hide, changed }: ProposalDrawerProps) {
  // The content stays while the drawer's closing animation runs.
  const last = useRef(id)
  if (id) last.current = id
  return (
    <Drawer className="order-drawer" open={id !== undefined} onClose={hide} byAddress size={scaled(600)} title="报价">
      {last.current && <Detail key={last.current} id={last.current} changed={changed} />}
    </Drawer>
  )
}

const past = new Date(0).toISOString()

function Detail({ id, changed }: { id: string; changed: () => void }) {
  const { data, refused, reload } = useRemembered('getProposal', { proposal_id: id })
  const leadOn = useLeadOn()
  const declining = useDialog<true>()
  const done = () => {
    reload()
    changed()
  }
  const accepting = useSubmission({
    call: api.acceptProposal,
    done,
    outdatedBy,
    onSuccess: ({ data: { order_id, state } }) =>
      void leadOn(state === 'pending' ? cashierPath(order_id) : orderPath(order_id)),
  })
  const over = useTimeLeft((data?.state === 'sent' && data.valid_until) || past) === 0
  if (refused?.code === -59300)
    return <Empty title="没有找到这份报价" text="链接里的报价不存在，或不属于当前企业；请用收到它的企业的账号登录。" />
  if (!data) return <Placeholder refused={refused} retry={reload} rows={8} />
  // Its end holds at once, while the server records it within a minute.
  const proposal = data.state === 'sent' && over ? { ...data, state: 'expired' as const } : data
  const { proposal_id, payable, state } = proposal
  return (
    <div className="order-detail">
      <Facts list={factsOf(proposal)} />
      <ProposalContents proposal={proposal} />
      {state === 'sent' && (
        <>
          <p className="quiet">
            接受后按此内容与价格生成待支付的订单；专线库存在接受时锁定。订单取消或超时未付的，报价恢复为待确认。
          </p>
          <div className="row">
            <Button
              look="primary"
              loading={accepting.busy}
              onClick={() => void accepting.submit({ proposal_id, payable })}
            >
              接受报价（{yuan(payable)}）
            </Button>
            <Button onClick={() => declining.show(true)}>拒绝</Button>
            <Contract proposalId={proposal_id} />
          </div>
        </>
      )}
      {state === 'accepted' && (
        <div className="row">
          <Contract proposalId={proposal_id} />
        </div>
      )}
      {declining.subject && <DeclineDialog key={declining.key} proposal={data} {...declining.props} done={done} />}
    </div>
  )
}

const Contract = ({ proposalId }: { proposalId: string }) => (
  <ExportButton load={() => api.getProposalContract({ proposal_id: proposalId })}>合同</ExportButton>
)

function factsOf({ number, subject, state, valid_until, sent_at, reason, order_id, order_number }: Proposal) {
  return [
    { label: '状态', value: <StateTag state={proposalLooks[state]} /> },
    { label: '内容', value: subject },
    { label: '报价单号', value: number },
    ...(sent_at ? [{ label: '收到', value: dateTime(sent_at) }] : []),
    ...(valid_until
      ? [
          {
            label: '有效期至',
            value: state === 'sent' ? `${dateTime(valid_until)}（${fromNow(valid_until)}）` : dateTime(valid_until),
          },
        ]
      : []),
    ...(reason ? [{ label: '原因', value: reason }] : []),
    ...(order_id ? [{ label: '订单', value: <Link to={orderPath(order_id)}>{order_number}</Link> }] : []),
  ]
}
