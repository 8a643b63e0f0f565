import { Form, Input, InputNumber } from 'antd'
import type { OperationInput, OperationOutput } from '#contract/operations/index.ts'
import { accessWayFields, codeField, sortField } from '#contract/records/place-fields.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { TextItem } from '#web/ui/text-item.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'

export type ListedWay = OperationOutput<'getNetworkAccessWays'>['list'][number]

type Values = Omit<OperationInput<'setAccessWay'>, 'access_way_id'>

interface WayDialogProps extends ChangeDialogProps {
  /** Undefined to create an access way. */
  way: ListedWay | undefined
}

export function WayDialog({ way, ...dialog }: WayDialogProps) {
  return (
    <DialogForm
      title={way ? `修改 ${way.name}` : '添加接入方式'}
      subject={way?.access_way_id}
      okText={way ? '保存' : '添加'}
      {...dialog}
      call={api.setAccessWay}
      record={way}
      input={(values: Values, record) => ({ access_way_id: record?.access_way_id, ...changedFrom(record, values) })}
      fieldOf={{ [-53601]: 'code' }}
    >
      <TextItem
        name="name"
        field={accessWayFields.name}
        initialValue={way?.name}
        required="请输入名称"
        placeholder="数据中心原生 IP"
      />
      <Form.Item
        name="code"
        label={codeField.label}
        initialValue={way?.code}
        extra="导入地址时使用，创建后不能修改"
        rules={[{ required: true, pattern: codeField.pattern, message: '小写字母、数字与连字符' }]}
      >
        <Input disabled={Boolean(way)} maxLength={codeField.max} placeholder="datacenter-native" autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="about"
        label={accessWayFields.about.label}
        initialValue={way?.about}
        extra="公开页面上的一句话"
        rules={[{ required: true, whitespace: true, message: '请输入说明' }]}
      >
        <Input.TextArea rows={2} maxLength={accessWayFields.about.max} showCount />
      </Form.Item>
      <Form.Item
        name="sort"
        label={sortField.label}
        initialValue={way?.sort ?? 0}
        extra="小的在前"
        rules={[{ required: true, message: '请输入排序' }]}
      >
        <InputNumber min={0} max={sortField.max} precision={0} />
      </Form.Item>
    </DialogForm>
  )
}
