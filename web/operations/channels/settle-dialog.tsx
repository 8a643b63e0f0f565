import { DatePicker } from 'antd'
import { useState } from 'react'
import { isSessionRefusal, sentence } from '#web/answers.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type Dayjs, dayjs } from '#web/ui/dayjs.ts'
import { Facts } from '#web/ui/facts.tsx'
import { count, day, yuan } from '#web/ui/format.ts'
import { saveFile } from '#web/ui/list/export-button.tsx'
import { toast } from '#web/ui/toast.ts'
import { api } from '../api.ts'
import { useOperationPreview } from '../use-operation.ts'
import type { Channel } from './channel-page.tsx'

interface SettleDialogProps {
  channel: Channel
  open: boolean
  close: () => void
  done: () => void
}

/** Which month, and what it comes to before it is settled. */
export function SettleDialog({ channel, open, close, done }: SettleDialogProps) {
  // The clock of Shanghai says which month it is.
  const present = dayjs(day(Date.now())).startOf('month')
  const [month, setMonth] = useState<Dayjs | null>(present.subtract(1, 'month'))
  const input = month ? { channel_id: channel.channel_id, month: month.format('YYYY-MM') } : undefined
  const { data, refused, waiting } = useOperationPreview('previewSettlement', input, 0)
  const rows = data ? data.orders + data.corrections : 0

  async function send() {
    if (!input) return false
    const answer = await api.settleChannel(input)
    if (answer.ok) {
      saveFile(answer.data)
      toast.success(`${input.month} 的结算单已生成，正在下载`)
      done()
    } else if (!isSessionRefusal(answer)) toast.error(sentence(answer))
    return answer.ok
  }

  return (
    <ConfirmDialog
      title={`与“${channel.name}”结算`}
      okText="生成结算单"
      open={open}
      close={close}
      send={send}
      waiting={waiting || !data || Boolean(refused) || !rows}
      width={520}
    >
      <DatePicker
        picker="month"
        aria-label="结算月份"
        value={month}
        allowClear={false}
        disabledDate={date => !date.isBefore(present)}
        onChange={setMonth}
      />
      <div aria-live="polite" aria-busy={waiting}>
        {refused ? (
          <p>{sentence(refused)}</p>
        ) : data && rows ? (
          <Facts
            list={[
              { label: '订单', value: `${count(data.orders)} 个，另有更正 ${count(data.corrections)} 个` },
              { label: '实付', value: yuan(data.paid) },
              { label: '退款', value: yuan(data.refunded) },
              { label: '计佣金额', value: yuan(data.base) },
              { label: '佣金比例', value: `${data.commission_percent}%` },
              { label: '佣金', value: <strong>{yuan(data.commission)}</strong> },
            ]}
          />
        ) : (
          data && <p>到这个月底，没有需要结算的订单与更正。</p>
        )}
      </div>
      {data && rows > 0 && !refused && (
        <p className="quiet">生成后不能修改或重做；这些订单不会再次结算。更正按原来的比例。</p>
      )}
    </ConfirmDialog>
  )
}
