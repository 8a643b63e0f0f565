import { Popover } from 'antd'
import { useState } from 'react'
import { always, describeTimes, type GrantTimes } from '#contract/access-times.ts'
import { Button } from '#web/ui/button.tsx'
import { useWindowKeys } from '#web/ui/keyboard/window-keys.tsx'
import { TimesFields } from '#web/ui/times/times-fields.tsx'

interface Member {
  id: string
  name: string
}

interface MemberTimesProps {
  members: Member[]
  times: Record<string, GrantTimes>
  onChange: (times: Record<string, GrantTimes>) => void
}

/** Lists the members of a group, each with the limits of the grant. */
export const MemberTimes = (props: MemberTimesProps) => (
  <ul className="members member-times" aria-label="授权的期限与时段">
    {props.members.map(member => (
      <li key={member.id}>
        <span>{member.name}</span>
        <span className="quiet">{describeTimes(props.times[member.id] ?? always) || '不限期限与时段'}</span>
        <TimesButton {...props} {...member} />
      </li>
    ))}
  </ul>
)

function TimesButton({ id, name, members, times, onChange }: MemberTimesProps & Member) {
  const [open, setOpen] = useState(false)
  const keys = useWindowKeys(() => setOpen(false))
  const own = times[id] ?? always
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={`${name}的期限与时段`}
      destroyOnHidden
      open={open}
      onOpenChange={setOpen}
      afterOpenChange={keys.afterOpenChange}
      content={keys.content(
        <div className="member-times-fields">
          <TimesFields id={`times-${id}`} value={own} onChange={next => onChange({ ...times, [id]: next })} />
          {members.length > 1 && (
            <Button
              look="link"
              size="small"
              onClick={() => onChange(Object.fromEntries(members.map(member => [member.id, own])))}
            >
              同样用于全部 {members.length} 项授权
            </Button>
          )}
        </div>,
      )}
    >
      <Button look="link" size="small" aria-label={`设定${name}的期限与时段`}>
        设定
      </Button>
    </Popover>
  )
}
