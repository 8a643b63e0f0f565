import { EditOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { dutyNames } from '#contract/duty-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { employeeRoleNames } from '#contract/people.ts'
import { accountFields } from '#contract/records/account-fields.ts'
import { maskPhone } from '#contract/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { dateTime, day } from '#web/ui/format.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'

const NameForm = idlePart(async () => (await import('./name-form.tsx')).NameForm)

const { display_name } = accountFields

interface ProfileCardProps {
  profile: OutputOf<'wGetUserInfo'>
  changed: () => void
}

/** The console is open to managers, and to employees with a duty, who may manage only what it covers. */
function standingOf({
  duty,
  duty_departments: departments,
  is_company_manager,
}: ProfileCardProps['profile']['user_info']) {
  if (!duty) return is_company_manager ? '企业管理员' : employeeRoleNames.employee
  return `${employeeRoleNames.employee}（${dutyNames[duty]}${departments ? `，限${departments.join('、')}` : ''}）`
}

export function ProfileCard({ profile, changed }: ProfileCardProps) {
  /** Undefined until the name is first edited. */
  const [editing, setEditing] = useState<boolean>()
  const { user_info: info, registered_at, last_login_at } = profile
  const facts = [
    { label: '手机号', value: maskPhone(info.phone) },
    { label: '所属企业', value: info.company_name ?? '未加入企业' },
    ...(info.company_name ? [{ label: '身份', value: standingOf(info) }] : []),
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
              look="text"
              size="small"
              icon={<EditOutlined />}
              aria-label={`修改${display_name.label}`}
              // Returns the focus to the button that opened the form.
              autoFocus={editing === false}
              onClick={() => setEditing(true)}
            />
          </h1>
        )}
      </div>
      <Facts list={facts} />
    </section>
  )
}
