import { Form, Input } from 'antd'
import { accountFields } from '#contract/records/account-fields.ts'
import { api } from '#web/data/api.ts'
import { session } from '#web/data/session.ts'
import { Button } from '#web/ui/button.tsx'
import { lineFieldProblem, ruled } from '#web/ui/form-rules.ts'
import { useSubmission } from '#web/ui/use-submission.ts'

const { display_name } = accountFields

/** Replaces the name while it is edited. */
export function NameForm({ name, done }: { name: string; done: (changed: boolean) => void }) {
  const { busy, submit } = useSubmission({
    call: api.setDisplayName,
    message: `${display_name.label}已修改`,
    onSuccess({ data }) {
      session.setUserInfo(data.user_info)
      done(true)
    },
  })
  return (
    <Form layout="inline" className="name-form" initialValues={{ display_name: name }} onFinish={submit}>
      <Form.Item name="display_name" rules={[ruled(lineFieldProblem(display_name))]}>
        <Input
          aria-label={display_name.label}
          maxLength={display_name.max}
          autoFocus
          autoComplete="nickname"
          onKeyDown={event => event.key === 'Escape' && done(false)}
        />
      </Form.Item>
      <Button look="primary" type="submit" loading={busy}>
        保存
      </Button>
      <Button onClick={() => done(false)}>取消</Button>
    </Form>
  )
}
