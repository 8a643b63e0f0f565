import { Form, Input } from 'antd'
import { trialStates } from '#contract/trial-names.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { oneOf } from '#web/ui/list/address.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { trialLooks } from '#web/ui/trial-looks.ts'
import { type ChangeDialogProps, useDialog } from '#web/ui/use-dialog.ts'
import { ActButton } from '../act.tsx'
import { api } from '../api.ts'
import { reloadingQueues } from '../operator-self.ts'
import { reasonRule } from '../reason-rule.ts'
import { useRemembered } from '../use-operation.ts'
import { OpenTrialDialog } from './open-dialog.tsx'
import { type Row, trialColumns } from './trial-columns.tsx'

const fields = { state: oneOf(trialStates) }

export function TrialsPage() {
  const at = useListAddress(fields)
  const called = useRemembered('getTrialList', at.query)
  const dialog = useDialog<{ row: Row; decision: 'open' | 'decline' }>()
  const done = reloadingQueues(called.reload)
  return (
    <>
      <ListHead title="试用" text="企业在控制台申请，或经合作伙伴注册后自动提交。也可以在企业详情里直接开通。" />
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <NamedFilter label="状态" values={trialStates} names={trialLooks} {...at.field('state')} />
      </FilterBar>
      <DataList
        name="operations-trials"
        noun="次试用"
        at={at}
        called={called}
        columns={trialColumns}
        idOf={row => row.trial_id}
        labelOf={row => row.company_name}
        actions={row =>
          row.state === 'requested' && (
            <span className="row-actions">
              <ActButton
                size="small"
                look="primary"
                aria-label={`开通 ${row.company_name}`}
                onClick={() => dialog.show({ row, decision: 'open' })}
              >
                开通
              </ActButton>
              <ActButton
                size="small"
                aria-label={`婉拒 ${row.company_name}`}
                onClick={() => dialog.show({ row, decision: 'decline' })}
              >
                婉拒
              </ActButton>
            </span>
          )
        }
        empty={{ title: '还没有试用申请', text: '企业申请试用之后，会出现在这里。' }}
      />
      {dialog.subject?.decision === 'open' && (
        <OpenTrialDialog
          key={dialog.key}
          company={{ company_id: dialog.subject.row.company_id, name: dialog.subject.row.company_name }}
          {...dialog.props}
          done={done}
        />
      )}
      {dialog.subject?.decision === 'decline' && (
        <DeclineDialog key={dialog.key} row={dialog.subject.row} {...dialog.props} done={done} />
      )}
    </>
  )
}

interface DeclineDialogProps extends ChangeDialogProps {
  row: Row
}

const DeclineDialog = ({ row: { trial_id, company_name }, ...dialog }: DeclineDialogProps) => (
  <DialogForm
    title={`婉拒 ${company_name} 的试用申请`}
    subject={trial_id}
    okText="婉拒"
    danger
    {...dialog}
    call={api.declineTrial}
    input={({ reason }: { reason: string }) => ({ trial_id, reason })}
    message="已婉拒"
    outdatedBy={[-53301]}
  >
    <Form.Item name="reason" label="原因（企业会看到）" rules={[reasonRule('请输入原因，至少 2 个字')]}>
      <Input.TextArea rows={3} maxLength={200} showCount />
    </Form.Item>
  </DialogForm>
)
