import { count } from '#web/ui/format.ts'
import { Plan } from '#web/ui/plan/plan.tsx'
import { api } from '../api.ts'
import { plannedReason } from '../operation-plan.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useOperationPreview } from '../use-operation.ts'
import type { ActionDialogProps } from './company.ts'

/** Closes a company. The plan shows what is still open before a reason is written. */
export function CloseDialog({ company: { info, figures }, open, close, done }: ActionDialogProps) {
  const { company_id, name } = info
  const planned = { operation: 'closeCompany' as const, input: { company_id, reason: plannedReason } }
  const plan = useOperationPreview('planOperation', open ? planned : undefined)
  return (
    <ReasonDialog
      title="注销企业"
      subject={company_id}
      okText="提交注销"
      danger
      // What is still open has to be settled elsewhere first.
      waiting={plan.refused?.code === -53020}
      hint="写明谁以什么方式提出、怎样核实的；只有操作员看到"
      placeholder="例如：公司已清算，法定代表人书面申请，已核对身份证与营业执照"
      open={open}
      close={close}
      call={api.closeCompany}
      input={reason => ({ company_id, reason })}
      message={`${name}已注销`}
      done={done}
    >
      <p>
        注销 <strong>{name}</strong>，由第二位操作员确认后执行，不能撤销：
      </p>
      <ul className="consequences">
        <li>{count(figures.employees.total)} 名成员全部移除，所有者在内；他们的账号保留，可以加入或认证另一家企业</li>
        <li>令牌、Webhook、群机器人、日志推送、企业目录与企业登录全部结束</li>
        <li>未用的 {count(figures.balance)} 人天与优惠券作废；订单、发票与记录保留</li>
      </ul>
      <Plan plan={plan} isRequest />
    </ReasonDialog>
  )
}
