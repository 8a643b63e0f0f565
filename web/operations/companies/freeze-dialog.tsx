import { count } from '#web/ui/format.ts'
import { companyStates } from '#web/ui/states.ts'
import { api } from '../api.ts'
import { OperationPlan, plannedReason } from '../operation-plan.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { type ActionDialogProps, stateChanged } from './company.ts'

/** Apart from the unfreezing, so that an open dialog never turns into its opposite when a colleague was faster. */
export function FreezeDialog({ company: { info, figures, sessions }, open, close, done }: ActionDialogProps) {
  const { company_id, name } = info
  return (
    <ReasonDialog
      title="冻结企业"
      subject={company_id}
      okText="冻结"
      danger
      hint="企业管理员会看到这句话"
      placeholder="例如：营业执照已注销，请联系客服更新"
      open={open}
      close={close}
      call={api.freezeCompany}
      input={reason => ({ company_id, reason })}
      message={({ data }) => `${name}已冻结，${count(data.sessions)} 个登录已结束`}
      done={done}
      outdatedBy={stateChanged}
    >
      <p>
        立即停用 <strong>{name}</strong>（{companyStates[info.state].word}）：
      </p>
      <ul className="consequences">
        <li>
          {count(figures.employees.total)} 名成员的 {count(sessions)} 个登录结束
        </li>
        <li>{count(figures.devices.total)} 台设备的客户端停止使用专线</li>
        <li>管理员不能再操作，会看到下面的原因；数据与时长保持不变</li>
      </ul>
      <OperationPlan operation="freezeCompany" input={open ? { company_id, reason: plannedReason } : undefined} />
    </ReasonDialog>
  )
}

export function UnfreezeDialog({ company: { info }, open, close, done }: ActionDialogProps) {
  const { company_id, name } = info
  return (
    <ReasonDialog
      title="解除冻结"
      subject={company_id}
      okText="解除冻结"
      label="说明"
      optional
      open={open}
      close={close}
      call={api.unfreezeCompany}
      input={reason => ({ company_id, ...(reason && { reason }) })}
      message={`${name}已解除冻结`}
      done={done}
      outdatedBy={stateChanged}
    >
      <p>
        <strong>{name}</strong> 恢复到冻结之前的状态，成员可以重新登录，客户端恢复使用；管理员会收到通知。
      </p>
      <OperationPlan operation="unfreezeCompany" input={open ? { company_id } : undefined} />
    </ReasonDialog>
  )
}
