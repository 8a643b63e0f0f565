import { Form, Input, InputNumber } from 'antd'
import type { OperationInput } from '#contract/operations/index.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { api } from '../api.ts'
import type { ListedWay } from './ways-page.tsx'

type Values = Omit<OperationInput<'setAccessWay'>, 'access_way_id'>

interface WayDialogProps {
  /** Undefined: a new one. */
  way: ListedWay | undefined
  open: boolean
  close: () => void
  done: () => void
}

export function WayDialog({ way, open, close, done }: WayDialogProps) {
  const [form] = Form.useForm<Values>()
  async function send(values: Values) {
    const answer = await api.setAccessWay({ ...values, access_way_id: way?.access_way_id })
    if (!answer.ok) {
      tellRefusal(form, answer, { [-53601]: 'code' })
      return false
    }
    toast.success(answer.msg)
    done()
    return true
  }
  return (
    <DialogForm
      title={way ? `修改 ${way.name}` : '添加接入方式'}
      okText={way ? '保存' : '添加'}
      open={open}
      close={close}
      form={form}
      send={send}
    >
      <Form.Item
        name="name"
        label="名称"
        initialValue={way?.name}
        rules={[{ required: true, whitespace: true, message: '请输入名称' }]}
      >
        <Input autoFocus={!way} maxLength={30} placeholder="数据中心原生 IP" />
      </Form.Item>
      <Form.Item
        name="code"
        label="代码"
        initialValue={way?.code}
        extra="导入地址时使用，创建后不能修改"
        rules={[{ required: true, pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/, message: '小写字母、数字与连字符' }]}
      >
        <Input disabled={Boolean(way)} maxLength={40} placeholder="datacenter-native" autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="about"
        label="说明"
        initialValue={way?.about}
        extra="公开页面上的一句话"
        rules={[{ required: true, whitespace: true, message: '请输入说明' }]}
      >
        <Input.TextArea rows={2} maxLength={200} showCount />
      </Form.Item>
      <Form.Item
        name="sort"
        label="排序"
        initialValue={way?.sort ?? 0}
        extra="小的在前"
        rules={[{ required: true, message: '请输入排序' }]}
      >
        <InputNumber min={0} max={9999} precision={0} />
      </Form.Item>
    </DialogForm>
  )
}
