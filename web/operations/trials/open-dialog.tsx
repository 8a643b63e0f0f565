import { Form, Input, Select } from 'antd'
import { mayDo } from '#contract/operations/operator-names.ts'
import { trialDays, trialPersonDays, trialSeats } from '#contract/trial-names.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { placeName } from '#web/ui/format.ts'
import { outcomeOf } from '#web/ui/search-outcome.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { useOperator } from '../operator.ts'
import { useOperation } from '../use-operation.ts'

interface OpenTrialDialogProps extends ChangeDialogProps {
  company: { company_id: string; name: string }
}

interface Values {
  sku_id: string
  reason?: string
}

/** Opens a trial for a company. Only an owner may open a further one, and must give a reason. */
export function OpenTrialDialog({ company: { company_id, name }, ...dialog }: OpenTrialDialogProps) {
  const offers = useOperation('getTrialOffers', {})
  const isOwner = mayDo(useOperator()?.roles ?? [], [])
  const options = offers.data?.list.map(({ sku_id, access_way, bandwidth, left, ...place }) => ({
    value: sku_id,
    label: `${placeName(place)} · ${access_way}${bandwidth ? ` · ${bandwidth} Mbps` : ''}（余 ${left}）`,
  }))
  return (
    <DialogForm
      title="开通试用"
      subject={company_id}
      okText="开通"
      {...dialog}
      call={api.openTrial}
      input={({ sku_id, reason }: Values) => ({ company_id, sku_id, reason: reason?.trim() || undefined })}
      fieldOf={{ [-49006]: 'sku_id', [-53121]: 'reason' }}
      message={`已为 ${name} 开通试用`}
      outdatedBy={[-53120, -53301]}
    >
      <p className="dialog-about">
        <strong>{name}</strong> 将得到一条专线与 {trialSeats} 人的时长（{trialPersonDays} 人天），共 {trialDays}{' '}
        天，到期自动结束并归还地址与未分配的时长。不产生订单，不计收入。管理员会收到通知。
      </p>
      <Form.Item name="sku_id" label="专线" rules={[{ required: true, message: '请选择专线' }]}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={options}
          loading={offers.loading}
          placeholder="地区与接入方式"
          {...outcomeOf(offers, '没有可用的专线：请先补充地址库存', options)}
        />
      </Form.Item>
      {isOwner && (
        <Form.Item name="reason" label="原因（再次开通时必填）">
          <Input maxLength={200} placeholder="例如：首次试用时线路故障" />
        </Form.Item>
      )}
    </DialogForm>
  )
}
