import { useState } from 'react'
import { approvalFilters, approvalKinds, approvalNames } from '#contract/operations/operator-names.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { oneOf } from '#web/ui/list/address.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { Sentence } from '#web/ui/sentence.tsx'
import { approvalLooks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton } from '../act.tsx'
import { api } from '../api.ts'
import { reloadingQueues } from '../operator-self.ts'
import { useRemembered } from '../use-operation.ts'
import { approvalColumns } from './approval-columns.tsx'
import type { ListedApproval } from './approval-dialog.tsx'
import { ApprovalDialog, type ApprovalQuestion } from './approval-dialog.tsx'
import { SettledEvidence } from './settled-evidence.tsx'
import { ShownOnce } from './shown-once.tsx'

const fields = { state: oneOf(approvalFilters), kind: oneOf(approvalKinds) }
const stateNames = { ...approvalLooks, awaiting: { word: '待我确认' } }

export function ApprovalsPage() {
  const at = useListAddress(fields)
  const called = useRemembered('getApprovalList', at.query)
  const dialog = useDialog<ApprovalQuestion>()
  const evidenceDialog = useDialog<ListedApproval>()
  const passwordDialog = useDialog<ListedApproval>()
  const [once, setOnce] = useState<string>()
  const next = nextOf(called.data?.list ?? [], dialog.subject?.approval)
  return (
    <>
      <ListHead
        title="待确认"
        text="达到审批规则的事须由另一位操作员确认后才会执行；自己提交的只能撤回，不能自己确认。"
      />
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <NamedFilter label="状态" values={approvalFilters} names={stateNames} {...at.field('state')} />
        <NamedFilter label="类型" values={approvalKinds} names={approvalNames} {...at.field('kind')} />
      </FilterBar>
      <DataList
        name="operations-approvals"
        noun="项申请"
        at={at}
        called={called}
        columns={approvalColumns}
        idOf={row => row.approval_id}
        labelOf={row => row.summary}
        actions={row =>
          row.half ? (
            <ActButton size="small" look="primary" onClick={() => passwordDialog.show(row)}>
              领取密码前半
            </ActButton>
          ) : row.state !== 'waiting' ? (
            <Button size="small" onClick={() => evidenceDialog.show(row)}>
              依据
            </Button>
          ) : (
            <span className="row-actions">
              {row.own ? (
                <ActButton size="small" onClick={() => dialog.show({ approval: row, decision: 'withdraw' })}>
                  撤回
                </ActButton>
              ) : (
                <>
                  <ActButton
                    size="small"
                    look="primary"
                    onClick={() => dialog.show({ approval: row, decision: 'confirm' })}
                  >
                    确认执行
                  </ActButton>
                  <ActButton size="small" danger onClick={() => dialog.show({ approval: row, decision: 'reject' })}>
                    驳回
                  </ActButton>
                </>
              )}
            </span>
          )
        }
        empty={{
          title: '没有需要确认的申请',
          text: '同事提交达到审批规则的退款、人工收款、调价或操作员的改动后，会出现在这里。',
        }}
      />
      {dialog.subject && (
        <ApprovalDialog
          key={dialog.key}
          question={dialog.subject}
          showOnce={setOnce}
          next={next && (() => dialog.show({ approval: next, decision: 'confirm' }))}
          {...dialog.props}
          done={reloadingQueues(called.reload)}
        />
      )}
      {evidenceDialog.subject && (
        <SettledEvidence key={evidenceDialog.key} approval={evidenceDialog.subject} {...evidenceDialog.props} />
      )}
      {passwordDialog.subject && (
        <DialogForm
          key={passwordDialog.key}
          title="领取首个密码的前半"
          subject={passwordDialog.subject?.approval_id}
          okText="领取"
          {...passwordDialog.props}
          call={api.takePasswordHalf}
          input={() => ({ approval_id: passwordDialog.subject?.approval_id ?? '' })}
          message={() => '已领取'}
          onSuccess={({ data }) => setOnce(data.once)}
          outdatedBy={[-53021]}
          done={called.reload}
        >
          <p>
            <strong>
              <Sentence text={passwordDialog.subject.summary} />
            </strong>
          </p>
          <p>只显示一次，请转交本人。后半由确认人转交：两半合起来才能登录。</p>
        </DialogForm>
      )}
      <ShownOnce text={once} close={() => setOnce(undefined)} />
    </>
  )
}

/** Returns the request after this one that the operator may confirm, or else the first one. */
function nextOf(list: readonly ListedApproval[], current: ListedApproval | undefined): ListedApproval | undefined {
  const open = list.filter(
    ({ state, own, approval_id }) => approval_id === current?.approval_id || (state === 'waiting' && !own),
  )
  const at = open.findIndex(({ approval_id }) => approval_id === current?.approval_id)
  return open[at + 1] ?? (at > 0 ? open[0] : undefined)
}
