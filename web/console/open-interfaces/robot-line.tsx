import { robotNotices, robotProviderNames } from '#contract/robot-names.ts'
import { api } from '#web/data/api.ts'
import { Button } from '#web/ui/button.tsx'
import { count, dateTime } from '#web/ui/format.ts'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import { maskedAddress, type Robot, robotLook } from './robot-looks.ts'

export type RobotAct = 'edit' | 'messages' | 'remove'

interface RobotLineProps {
  robot: Robot
  show: (act: RobotAct) => void
  done: () => void
}

/** A group robot and its actions. */
export function RobotLine({ robot, show, done }: RobotLineProps) {
  const { robot_id, provider, name, kinds, state, pending, failing_since } = robot
  const switching = useSubmission({ call: api.setCompanyRobot, message: '已保存', done, outdatedBy: [-59700] })
  const trying = useSubmission({ call: api.tryCompanyRobot, done, outdatedBy: [-59700, -59704] })
  return (
    <li className="line">
      <div>
        <h3 className="open-names">
          {name} <StateTag state={robotLook(robot)} />
        </h3>
        <p className="address">
          {robotProviderNames[provider]} · {maskedAddress(robot)}
        </p>
        <p className="figures">
          {kinds.map(kind => robotNotices[kind]).join('、')}
          {pending > 0 && ` · ${count(pending)} 条等待送达`}
          {failing_since && ` · ${dateTime(failing_since)} 起没有送达`}
        </p>
      </div>
      <div className="row">
        <Button aria-label={`「${name}」的送达记录`} onClick={() => show('messages')}>
          送达记录
        </Button>
        {state === 'disabled' ? (
          <Button
            look="primary"
            loading={switching.busy}
            aria-label={`启用「${name}」`}
            onClick={() => void switching.submit({ robot_id, state: 'active' })}
          >
            启用
          </Button>
        ) : (
          <Button
            loading={trying.busy}
            aria-label={`向「${name}」发测试消息`}
            onClick={() => void trying.submit({ robot_id })}
          >
            测试
          </Button>
        )}
        <RowMenu
          label={`「${name}」的更多操作`}
          actions={[
            { key: 'edit', label: '修改', run: () => show('edit') },
            ...(state === 'active'
              ? [{ key: 'disable', label: '停用', run: () => void switching.submit({ robot_id, state: 'disabled' }) }]
              : []),
            { key: 'remove', label: '移除', danger: true, run: () => show('remove') },
          ]}
        />
      </div>
    </li>
  )
}
