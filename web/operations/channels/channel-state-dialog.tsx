import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import type { Channel } from './channel.ts'

interface ChannelStateDialogProps extends ChangeDialogProps {
  channel: Channel
}

export function ChannelStateDialog({ channel, ...dialog }: ChannelStateDialogProps) {
  const ends = channel.state === 'active'
  const title = ends ? '结束合作' : '恢复合作'
  return (
    <ConfirmDialog
      title={title}
      okText={title}
      danger={ends}
      {...dialog}
      call={api.setChannelState}
      input={{ channel_id: channel.channel_id, state: ends ? 'ended' : 'active' }}
      message={ends ? `已结束与“${channel.name}”的合作` : `已恢复与“${channel.name}”的合作`}
    >
      <p>
        <strong>{channel.name}</strong>
        {ends
          ? '：全部推广码立即停用，推广页显示活动不在有效期内。已注册的账号与企业不受影响，他们之后的订单仍计入结果与结算。'
          : '：没有单独停用的推广码恢复可用。'}
      </p>
    </ConfirmDialog>
  )
}
