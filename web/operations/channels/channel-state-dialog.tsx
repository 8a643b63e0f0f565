import { isSessionRefusal, sentence } from '#web/answers.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { api } from '../api.ts'
import type { Channel } from './channel-page.tsx'

interface ChannelStateDialogProps {
  channel: Channel
  open: boolean
  close: () => void
  done: () => void
}

export function ChannelStateDialog({ channel, open, close, done }: ChannelStateDialogProps) {
  const ends = channel.state === 'active'
  const title = ends ? '结束合作' : '恢复合作'
  async function send() {
    const answer = await api.setChannelState({ channel_id: channel.channel_id, state: ends ? 'ended' : 'active' })
    if (answer.ok) {
      toast.success(ends ? `已结束与“${channel.name}”的合作` : `已恢复与“${channel.name}”的合作`)
      done()
    } else if (!isSessionRefusal(answer)) toast.error(sentence(answer))
    return answer.ok
  }
  return (
    <ConfirmDialog title={title} okText={title} danger={ends} open={open} close={close} send={send}>
      <p>
        <strong>{channel.name}</strong>
        {ends
          ? '：全部推广码立即停用，推广页显示活动不在有效期内。已注册的账号与企业不受影响，他们之后的订单仍计入结果与结算。'
          : '：没有单独停用的推广码恢复可用。'}
      </p>
    </ConfirmDialog>
  )
}
