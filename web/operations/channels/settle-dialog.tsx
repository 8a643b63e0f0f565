import { DatePicker } from 'antd'
import { useState } from 'react'
import { sentence } from '#web/data/answers.ts'
import { chinaNow } from '#web/ui/china-time.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { Dayjs } from '#web/ui/dayjs.ts'
import { Facts } from '#web/ui/facts.tsx'
import { count, yuan } from '#web/ui/format.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { useOperationPreview } from '../use-operation.ts'
import type { Channel } from './channel.ts'

interface SettleDialogProps extends ChangeDialogProps {
  channel: Channel
}

/** Settles one month after showing its amount. */
export function SettleDialog({ channel, ...dialog }: SettleDialogProps) {
  // The current month is the one in Shanghai.
  const present = chinaNow().startOf('month')
  const [month, setMonth] = useState<Dayjs | null>(present.subtract(1, 'month'))
  const input = month ? { channel_id: channel.channel_id, month: month.format('YYYY-MM') } : undefined
  const { data, refused, loading, reload } = useOperationPreview('previewSettlement', input, 0)
  const rows = data ? data.orders + data.corrections : 0

  return (
    <ConfirmDialog
      title={`与“${channel.name}”结算`}
      okText="生成结算单"
      {...dialog}
      call={api.settleChannel}
      input={input && data && { ...input, shown: { commission: data.commission, carried: data.carried } }}
      message={`${input?.month} 的结算单已生成，正在下载`}
      onSuccess={({ data }) => saveFile(data)}
      // A colleague has settled it: the reloaded list shows who.
      outdatedBy={[-53514, -53515]}
      onRefused={answer => {
        if (answer.code !== -53022) return showRefusal(answer)
        reload()
        toast.error('金额已变化，请核对新的金额后再生成')
      }}
      waiting={loading || !data || Boolean(refused) || !rows}
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
      <div aria-live="polite" aria-busy={loading}>
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
              ...(data.carried
                ? [
                    { label: '以前未抵完', value: yuan(data.carried) },
                    { label: '应付', value: <strong>{yuan(Math.max(0, data.commission + data.carried))}</strong> },
                  ]
                : []),
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
