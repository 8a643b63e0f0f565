import { Form, Input } from 'antd'
import { paths } from '#contract/paths.ts'
import { plainPhone } from '#contract/phone.ts'
import { maskPhone, portalLogin } from '#contract/rules.ts'
import { sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { leaveNotice } from '#web/data/notice.ts'
import { session } from '#web/data/session.ts'
import { usePreview } from '#web/data/use-preview.ts'
import { Alert } from '#web/ui/alert.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { ruled } from '#web/ui/form-rules.ts'
import { RetryNote } from '#web/ui/retry-note.tsx'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { ownLines } from './own-lines.ts'

interface Values {
  phone: string
  password: string
}

/** Asks for the phone and the password, because nothing of the account remains afterwards. */
export function DeleteDialog({ phone, open, close }: { phone: string; open: boolean; close: () => void }) {
  const [form] = Form.useForm<Values>()
  const places = usePreview('getMemberships', open ? {} : undefined, 0)
  const company = places.data?.membership
  const leaving =
    company && company.role !== 'owner' ? { company_id: company.company_id, act: 'leave' as const } : undefined
  const left = usePreview('planMembership', leaving, 0)
  const plan = left.data
  const failed = places.refused ? places : left
  return (
    <DialogForm
      title="注销账号"
      subject={undefined}
      okText="永久注销"
      danger
      open={open}
      close={close}
      form={form}
      call={api.deleteAccount}
      input={({ password }) => ({ password })}
      message=""
      waiting={places.loading || left.loading || failed.refused !== undefined}
      onSuccess={() => {
        session.forget()
        leaveNotice({ kind: 'success', text: '账号已注销，个人资料已删除' })
        location.assign(paths.home)
      }}
      onRefused={refused => {
        toast.error(sentence(refused))
        if (refused.code === -41012) showRefusal(refused, { form, fieldOf: { [-41012]: 'password' } })
      }}
    >
      <Alert
        type="error"
        title={`将注销 ${maskPhone(phone)}`}
        description="个人资料与实名信息会被删除，全部登录立即失效，无法恢复。企业所有者须先转让企业。"
      />
      {failed.refused && (
        <p role="alert">
          <RetryNote refused={failed.refused} reload={failed.reload} />
        </p>
      )}
      {leaving && !failed.refused && (
        <p>
          随之退出{company?.company_name}：{!plan && '正在计算会失去的专线…'}
          {plan && (plan.lost.lines ? `立即失去 ${ownLines(plan.lost)}` : '没有会失去的专线')}
          {plan && '；名下的设备会被删除，未用的时长退回企业。'}
        </p>
      )}
      <Form.Item
        name="phone"
        label="输入本账号的手机号以确认"
        rules={[ruled(typed => (typed === phone ? undefined : '与当前账号的手机号不一致'))]}
        validateTrigger="onBlur"
        normalize={plainPhone}
      >
        <Input inputMode="tel" autoComplete="off" maxLength={20} />
      </Form.Item>
      <Form.Item name="password" label="登录密码" rules={[ruled(portalLogin.password)]} validateTrigger="onBlur">
        <Input.Password autoComplete="current-password" maxLength={20} />
      </Form.Item>
    </DialogForm>
  )
}
