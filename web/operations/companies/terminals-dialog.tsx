import { api } from '../api.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { type ActionDialogProps, stateChanged } from './company.ts'

/** For a company whose managers have no known browser left, so that none could approve a login. */
export function TerminalsDialog({ company: { info }, open, close, done }: ActionDialogProps) {
  const { company_id, name } = info
  return (
    <ReasonDialog
      title="关闭新终端批准"
      subject={company_id}
      okText="关闭"
      danger
      hint="写明怎样核实了对方的身份；只有操作员看到"
      placeholder="例如：两名管理员都更换了电脑，已电话核对营业执照与所有者身份"
      open={open}
      close={close}
      call={api.endTerminalApproval}
      input={reason => ({ company_id, reason })}
      done={done}
      outdatedBy={stateChanged}
    >
      <p>
        <strong>{name}</strong> 的管理员在新的浏览器登录不再须由另一位管理员批准，全部管理员会收到通知。
      </p>
    </ReasonDialog>
  )
}
