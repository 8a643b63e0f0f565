import { EditOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { maskPhone } from '#contract/rules.ts'
import { isSessionRefusal, sentence } from '#web/answers.ts'
import { api } from '#web/api.ts'
import { session } from '#web/session.ts'
import { Facts } from '#web/ui/facts.tsx'
import { dateTime, day } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import { lineProblem, ruled } from '../rules.ts'

function NameForm({ name, done }: { name: string; done: (changed: boolean) => void }) {
  const [busy, setBusy] = useState(false)
  async function save({ display_name }: { display_name: string }) {
    setBusy(true)
    const answer = await api.setDisplayName({ display_name })
    setBusy(false)
    if (answer.ok) {
      session.keepUserInfo(answer.data.user_info)
      toast.success('昵称已修改')
      done(true)
    } else if (!isSessionRefusal(answer)) toast.error(sentence(answer))
  }
  return (
    <Form layout="inline" className="name-form" initialValues={{ display_name: name }} onFinish={save}>
      <Form.Item name="display_name" rules={[ruled(lineProblem('昵称', 30))]}>
        <Input
          aria-label="昵称"
          maxLength={30}
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
              aria-label="修改昵称"
              onClick={() => setEditing(true)}
            />
          </h1>
        )}
      </div>
      <Facts list={facts} />
    </section>
  )
}
