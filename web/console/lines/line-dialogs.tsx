import { Form, Input } from 'antd'
import { autoRenewDays, autoRenewLeadDays } from '#contract/line-names.ts'
import { lineFields } from '#contract/records/line-fields.ts'
import { api } from '#web/data/api.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import type { ChangeDialogProps, DialogState } from '#web/ui/use-dialog.ts'
import { BindDialog } from './bind-dialog.tsx'
import { type Line, lineLabel } from './line.ts'

export type LineQuestion =
  | { kind: 'bind' | 'edit'; lines: readonly [Line] }
  | { kind: 'remark' | 'renewOn' | 'renewOff'; lines: readonly Line[] }

interface LineDialogProps extends ChangeDialogProps {
  lines: readonly Line[]
}

const idsOf = (lines: readonly Line[]) => lines.map(({ svp_id }) => svp_id)
const named = (lines: readonly Line[]) =>
  lines.length > 3
    ? `${lines.slice(0, 3).map(lineLabel).join('、')} 等 ${lines.length} 条专线`
    : lines.map(lineLabel).join('、')

function EditDialog({ lines: [line], open, close, done }: LineDialogProps & { lines: readonly [Line] }) {
  return (
    <DialogForm
      title={`修改 ${lineLabel(line)}`}
      subject={line.svp_id}
      open={open}
      close={close}
      okText="保存"
      call={api.setCompanyVpl}
      record={line}
      input={({ name, remark }: { name: string; remark: string }, record) => ({
        svp_ids: [line.svp_id],
        ...changedFrom(record, { name, remark }),
      })}
      message="已保存"
      done={done}
    >
      <Form.Item
        name="name"
        label="名称"
        initialValue={line.name}
        rules={[{ required: true, whitespace: true, message: '请输入专线名称' }]}
      >
        <Input maxLength={lineFields.name.max} />
      </Form.Item>
      <Form.Item name="remark" label="备注（选填）" initialValue={line.remark}>
        <Input.TextArea maxLength={lineFields.remark.max} rows={3} showCount placeholder="如：美国店铺 A 的登录地址" />
      </Form.Item>
    </DialogForm>
  )
}

function RemarkDialog({ lines, ...dialog }: LineDialogProps) {
  return (
    <DialogForm
      title={`修改 ${lines.length} 条专线的备注`}
      subject={idsOf(lines)}
      {...dialog}
      okText="保存"
      call={api.setCompanyVpl}
      input={({ remark }: { remark: string }) => ({ svp_ids: idsOf(lines), remark })}
      message={`已修改 ${lines.length} 条专线的备注`}
    >
      <p className="dialog-about">{named(lines)}，原有备注将被替换。</p>
      <Form.Item name="remark" label={lineFields.remark.label} initialValue="">
        <Input.TextArea maxLength={lineFields.remark.max} rows={3} showCount />
      </Form.Item>
    </DialogForm>
  )
}

function AutoRenewDialog({ lines, on, open, close, done }: LineDialogProps & { on: boolean }) {
  return (
    <ConfirmDialog
      title={`${on ? '开启' : '关闭'}自动续费`}
      open={open}
      close={close}
      okText={on ? '开启' : '关闭自动续费'}
      call={api.setCompanyVpl}
      input={{ svp_ids: idsOf(lines), auto_renew: on }}
      message={`已${on ? '开启' : '关闭'} ${lines.length} 条专线的自动续费`}
      done={done}
    >
      <p>{named(lines)}</p>
      {on ? (
        <ul className="consequences">
          <li>
            到期前 {autoRenewLeadDays} 天自动生成 {autoRenewDays} 天的续费订单；余额足够时直接从余额扣款，到期日顺延。
          </li>
          <li>余额不足时提醒全部管理员，充值到账后自动扣款；订单在到期前也可以用其他方式支付。</li>
        </ul>
      ) : (
        <p className="quiet">之后不再自动生成续费订单，已生成而未付的也不再自动扣款；到期前仍会提醒。</p>
      )}
    </ConfirmDialog>
  )
}

/** All dialogs about lines; the page selects one and its lines. */
export function LineDialogs({
  dialog,
  done,
}: {
  dialog: DialogState<LineQuestion>
  done: (question: LineQuestion) => void
}) {
  const { subject: question, open, key: round, close } = dialog
  if (!question) return null
  const common = { open, close, done: () => done(question) }
  switch (question.kind) {
    case 'bind':
      return <BindDialog key={round} line={question.lines[0]} {...common} />
    case 'edit':
      return <EditDialog key={round} lines={question.lines} {...common} />
    case 'remark':
      return <RemarkDialog key={round} lines={question.lines} {...common} />
    default:
      return <AutoRenewDialog key={round} lines={question.lines} on={question.kind === 'renewOn'} {...common} />
  }
}
