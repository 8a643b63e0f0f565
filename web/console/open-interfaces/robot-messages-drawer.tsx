import { useState } from 'react'
import { useCall } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Pages } from '#web/ui/list/pages.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { scaled } from '#web/ui/scaled.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import type { DialogProps } from '#web/ui/use-dialog.ts'
import { type Robot, type RobotMessage, robotMessageLooks } from './robot-looks.ts'

const pageSize = 20

/** Lists the messages to a group, with their outcomes. */
export function RobotMessagesDrawer({ robot, open, close }: DialogProps & { robot: Robot }) {
  const [page, setPage] = useState(1)
  const { data, refused, reload } = useCall('getCompanyRobotMessageList', {
    robot_id: robot.robot_id,
    page,
    page_size: pageSize,
  })
  return (
    <Drawer
      title={`「${robot.name}」的送达记录`}
      open={open}
      onClose={close}
      size={scaled(640)}
      extra={<Button onClick={reload}>刷新</Button>}
    >
      {!data && <Placeholder refused={refused} retry={reload} />}
      {data?.total === 0 && <p>三十天之内没有消息。</p>}
      {data && data.total > 0 && (
        <>
          <ul className="lines">
            {data.list.map(message => (
              <MessageLine key={message.message_id} message={message} />
            ))}
          </ul>
          <Pages current={page} pageSize={pageSize} total={data.total} rows={data.list.length} onChange={setPage} />
        </>
      )}
    </Drawer>
  )
}

const MessageLine = ({ message: { title, text, state, created_at, attempts, problem } }: { message: RobotMessage }) => (
  <li className="line">
    <div>
      <h3 className="open-names">
        {title} <StateTag state={robotMessageLooks[state]} />
      </h3>
      <p className="robot-text">{text}</p>
      <p className="figures">
        {dateTime(created_at)}
        {attempts > 1 && ` · 试了 ${attempts} 次`}
        {state !== 'delivered' && problem && ` · ${problem}`}
      </p>
    </div>
  </li>
)
