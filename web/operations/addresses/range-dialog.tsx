import { Form, Input, Select } from 'antd'
import type { OperationInput } from '#contract/operations/index.ts'
import { rangeAddresses } from '#contract/operations/network-names.ts'
import { addressFields } from '#contract/records/address-fields.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { count } from '#web/ui/format.ts'
import { outcomeOf } from '#web/ui/search-outcome.tsx'
import { TextItem } from '#web/ui/text-item.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { usePlaces } from '../network/use-places.ts'

type Values = OperationInput<'addAddresses'>

interface RangeDialogProps extends ChangeDialogProps {
  /** The filters of the list, as initial values. */
  chosen: { region_id?: string; access_way_id?: string }
}

export function RangeDialog({ chosen, ...dialog }: RangeDialogProps) {
  const { regions, ways, found } = usePlaces()
  const current = ways.filter(({ archived }) => !archived).map(({ value, label }) => ({ value, label }))
  return (
    <DialogForm
      title="添加地址"
      subject={undefined}
      okText="添加"
      {...dialog}
      call={api.addAddresses}
      input={(values: Values) => values}
      fieldOf={{ [-53020]: 'range' }}
      message={({ data: { added, known } }) =>
        `已添加 ${count(added)} 个地址${known ? `，另有 ${count(known)} 个已在库中` : ''}`
      }
    >
      <Form.Item
        name="region_id"
        label="地区"
        initialValue={chosen.region_id}
        rules={[{ required: true, message: '请选择地区' }]}
      >
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={regions}
          {...outcomeOf(found, '还没有地区', regions)}
        />
      </Form.Item>
      <Form.Item
        name="access_way_id"
        label="接入方式"
        initialValue={chosen.access_way_id}
        rules={[{ required: true, message: '请选择接入方式' }]}
      >
        <Select options={current} {...outcomeOf(found, '还没有接入方式', current)} />
      </Form.Item>
      <Form.Item
        name="range"
        label="地址"
        extra={`单个地址、CIDR（不含网络地址与广播地址）或起始-结束，一次最多 ${count(rangeAddresses)} 个`}
        rules={[{ required: true, whitespace: true, message: '请输入地址' }]}
      >
        <Input maxLength={100} placeholder="203.0.113.0/24 或 203.0.113.8-203.0.113.40" autoComplete="off" />
      </Form.Item>
      <TextItem
        name="gateway"
        field={addressFields.gateway}
        required="请输入网关的域名或地址"
        placeholder="tokyo.gw.example"
      />
    </DialogForm>
  )
}
