import { Popover } from 'antd'
import { always, describeTimes, type GrantTimes } from '#contract/access-times.ts'
import { Button } from '#web/ui/button.tsx'
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
export const MemberTimes = ({ members, times, onChange }: MemberTimesProps) => (
  <ul className="members member-times" aria-label="授权的期限与时段">
    {members.map(({ id, name }) => {
      const own = times[id] ?? always
      return (
        <li key={id}>
          <span>{name}</span>
          <span className="quiet">{describeTimes(own) || '不限期限与时段'}</span>
          <Popover
            trigger="click"
            placement="bottomRight"
            title={`${name}的期限与时段`}
            destroyOnHidden
            content={
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
              </div>
            }
          >
            <Button look="link" size="small" aria-label={`设定${name}的期限与时段`}>
              设定
            </Button>
          </Popover>
        </li>
      )
    })}
  </ul>
)
