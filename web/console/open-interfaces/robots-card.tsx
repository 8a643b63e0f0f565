import { maxRobots } from '#contract/robot-names.ts'
import { api } from '#web/data/api.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { count } from '#web/ui/format.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { type RobotAct, RobotLine } from './robot-line.tsx'
import type { Robot } from './robot-looks.ts'

const AddRobotDialog = idlePart(async () => (await import('./robot-dialog.tsx')).AddRobotDialog)
const EditRobotDialog = idlePart(async () => (await import('./robot-dialog.tsx')).EditRobotDialog)
const RobotMessagesDrawer = idlePart(async () => (await import('./robot-messages-drawer.tsx')).RobotMessagesDrawer)

interface Subject {
  kind: 'add' | RobotAct
  robot?: Robot
}

/** The group chats that receive managers' notices. */
export function RobotsCard() {
  const { data, refused, reload } = useRemembered('getCompanyRobotList', {})
  const dialog = useDialog<Subject>()
  const { kind, robot } = dialog.subject ?? {}
  const props = { ...dialog.props, done: reload }
  const full = (data?.total ?? 0) >= maxRobots
  return (
    <section className="sheet" aria-labelledby="robots-title">
      <div className="sheet-head">
        <h2 id="robots-title">群机器人</h2>
        <Button
          disabled={full}
          title={full ? `最多 ${maxRobots} 个` : undefined}
          onClick={() => dialog.show({ kind: 'add' })}
        >
          添加群机器人
        </Button>
      </div>
      <p className="quiet">
        把管理员收到的通知发到企业微信、钉钉或飞书的群里。按钮打开对应的页面，处理仍须本人登录、有权限。
      </p>
      {!data && <Placeholder refused={refused} retry={reload} rows={2} />}
      {data?.total === 0 && <p>还没有群机器人。</p>}
      {data && data.total > 0 && (
        <ul className="lines">
          {data.list.map(each => (
            <RobotLine
              key={each.robot_id}
              robot={each}
              show={kind => dialog.show({ kind, robot: each })}
              done={reload}
            />
          ))}
        </ul>
      )}
      {kind === 'add' && <AddRobotDialog key={dialog.key} {...props} />}
      {robot && kind === 'edit' && <EditRobotDialog key={dialog.key} {...props} robot={robot} />}
      {robot && kind === 'messages' && <RobotMessagesDrawer key={dialog.key} {...dialog.props} robot={robot} />}
      {robot && kind === 'remove' && (
        <ConfirmDialog
          key={dialog.key}
          {...props}
          title={`移除群机器人「${robot.name}」？`}
          okText="移除群机器人"
          danger
          call={api.removeCompanyRobot}
          input={{ robot_id: robot.robot_id }}
          outdatedBy={[-59700]}
        >
          <p>它的送达记录与 {count(robot.pending)} 条还没有送达的消息一并删除，不能恢复。</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
