import { Form, Input } from 'antd'
import { autoRenewDays, autoRenewLeadDays } from '#contract/line-names.ts'
import { isSessionRefusal, sentence } from '#web/answers.ts'
import { api } from '#web/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import type { Asked } from '#web/ui/use-asked.ts'
import { BindDialog } from './bind-dialog.tsx'
import { type Line, lineLabel } from './line.ts'

export type LineQuestion =
  | { kind: 'bind' | 'edit'; lines: readonly [Line] }
  | { kind: 'remark' | 'renewOn' | 'renewOff'; lines: readonly Line[] }

interface LineDialogProps {
  lines: readonly Line[]
  open: boolean
  close: () => void
  done: () => void
}

const idsOf = (lines: readonly Line[]) => lines.map(({ svp_id }) => svp_id)
const named = (lines: readonly Line[]) =>
  lines.length > 3
    ? `${lines.slice(0, 3).map(lineLabel).join('、')} 等 ${lines.length} 条专线`
    : lines.map(lineLabel).join('、')

function EditDialog({ lines: [line], open, close, done }: LineDialogProps & { lines: readonly [Line] }) {
  const [form] = Form.useForm<{ name: string; remark: string }>()
  async function send({ name, remark }: { name: string; remark: string }) {
    const answer = await api.setCompanyVpl({ svp_ids: [line.svp_id], name, remark })
    if (!answer.ok) {
      tellRefusal(form, answer)
      return false
    }
    toast.success('已保存')
    done()
    return true
  }
  return (
    <DialogForm title={`修改 ${lineLabel(line)}`} open={open} close={close} form={form} okText="保存" send={send}>
      <Form.Item
        name="name"
        label="名称"
        initialValue={line.name}
        rules={[{ required: true, whitespace: true, message: '请输入专线名称' }]}
      >
        <Input maxLength={50} autoFocus />
      </Form.Item>
      <Form.Item name="remark" label="备注（选填）" initialValue={line.remark}>
        <Input.TextArea maxLength={200} rows={3} showCount placeholder="如：美国店铺 A 的登录地址" />
      </Form.Item>
    </DialogForm>
  )
}

function RemarkDialog({ lines, open, close, done }: LineDialogProps) {
  const [form] = Form.useForm<{ remark: string }>()
  async function send({ remark }: { remark: string }) {
    const answer = await api.setCompanyVpl({ svp_ids: idsOf(lines), remark })
    if (!answer.ok) {
      tellRefusal(form, answer)
      return false
    }
    toast.success(`已修改 ${lines.length} 条专线的备注`)
    done()
    return true
  }
  return (
    <DialogForm
      title={`修改 ${lines.length} 条专线的备注`}
      open={open}
      close={close}
      form={form}
      okText="保存"
      send={send}
    >
      <p className="dialog-about">{named(lines)}，原有备注将被替换。</p>
      <Form.Item name="remark" label="备注" initialValue="">
        <Input.TextArea maxLength={200} rows={3} showCount autoFocus />
      </Form.Item>
    </DialogForm>
  )
}

function AutoRenewDialog({ lines, on, open, close, done }: LineDialogProps & { on: boolean }) {
  async function send() {
    const answer = await api.setCompanyVpl({ svp_ids: idsOf(lines), auto_renew: on })
    if (answer.ok) {
      toast.success(`已${on ? '开启' : '关闭'} ${lines.length} 条专线的自动续费`)
      done()
      return true
    }
    if (!isSessionRefusal(answer)) toast.error(sentence(answer))
    return false
  }
  return (
    <ConfirmDialog
      title={`${on ? '开启' : '关闭'}自动续费`}
      open={open}
      close={close}
      okText={on ? '开启' : '关闭自动续费'}
      send={send}
    >
      <p>{named(lines)}</p>
      {on ? (
        <ul className="consequences">
          <li>
            到期前 {autoRenewLeadDays} 天自动生成 {autoRenewDays} 天的续费订单，并提醒全部管理员。
          </li>
          <li>订单在到期前都可以支付；支付后到期日顺延。</li>
        </ul>
      ) : (
        <p className="quiet">之后不再自动生成续费订单；到期前仍会提醒。</p>
      )}
    </ConfirmDialog>
  )
}

/** Every dialog about lines; the page says which and about whom. */
export function LineDialogs({ asked, done }: { asked: Asked<LineQuestion>; done: (question: LineQuestion) => void }) {
  const { question, open, round, close } = asked
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
