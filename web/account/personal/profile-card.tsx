import { EditOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { accountFields } from '#contract/records/account-fields.ts'
import { maskPhone } from '#contract/rules.ts'
import { api } from '#web/data/api.ts'
import { session } from '#web/data/session.ts'
import { Facts } from '#web/ui/facts.tsx'
import { lineFieldProblem, ruled } from '#web/ui/form-rules.ts'
import { dateTime, day } from '#web/ui/format.ts'
import { useSubmission } from '#web/ui/use-submission.ts'

const { display_name } = accountFields

function NameForm({ name, done }: { name: string; done: (changed: boolean) => void }) {
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
      <Button type="primary" htmlType="submit" loading={busy}>
        保存
      </Button>
      <Button onClick={() => done(false)}>取消</Button>
    </Form>
  )
}

interface ProfileCardProps {
  profile: OutputOf<'wGetUserInfo'>
  changed: () => void
}

export function ProfileCard({ profile, changed }: ProfileCardProps) {
  const [editing, setEditing] = useState(false)
  const { user_info: info, registered_at, last_login_at } = profile
  const facts = [
    { label: '手机号', value: maskPhone(info.phone) },
    { label: '所属企业', value: info.company_name ?? '未加入企业' },
    ...(info.company_name ? [{ label: '身份', value: info.is_company_manager ? '企业管理员' : '员工' }] : []),
    { label: '注册时间', value: day(registered_at) },
    ...(last_login_at ? [{ label: '上次登录', value: dateTime(last_login_at) }] : []),
  ]
  return (
    <section className="sheet" aria-label="个人资料">
      <div className="profile-head">
        <span className="initial" aria-hidden="true">
          {[...info.display_name][0]}
        </span>
        {editing ? (
          <NameForm
            name={info.display_name}
            done={saved => {
              setEditing(false)
              if (saved) changed()
            }}
          />
        ) : (
          <h1>
            {info.display_name}
            <Button
              type="text"
              size="small"
              icon={<EditOutlined />}
              aria-label={`修改${display_name.label}`}
              onClick={() => setEditing(true)}
            />
          </h1>
        )}
      </div>
      <Facts list={facts} />
    </section>
  )
}
