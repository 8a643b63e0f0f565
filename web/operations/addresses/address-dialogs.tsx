import { Form, Input } from 'antd'
import { type AddressChange, addressStateNames } from '#contract/operations/network-names.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { count } from '#web/ui/format.ts'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { api } from '../api.ts'
import type { ListedAddress } from './address-columns.tsx'

export interface AddressQuestion {
  kind: AddressChange | 'gateway'
  rows: readonly ListedAddress[]
}

interface DialogProps {
  asked: AddressQuestion
  open: boolean
  close: () => void
  done: () => void
}

const words = {
  hold: { word: '保留', text: '不再出售，也不能被专线选用，直到放回空闲。', danger: false },
  free: { word: '放回空闲', text: '立即可以出售与绑定；冷却中的不再等待。', danger: false },
  retire: { word: '停用', text: '不再使用，记录保留；以后仍可放回空闲。', danger: true },
  gateway: { word: '修改网关', text: '', danger: false },
} as const

const nameOf = (rows: readonly ListedAddress[]) => {
  const [first] = rows
  return rows.length === 1 && first ? first.address : `${count(rows.length)} 个地址`
}

/** How many of each state are meant. */
const makeUp = (rows: readonly ListedAddress[]) =>
  [...Map.groupBy(rows, ({ state }) => state)]
    .map(([state, of]) => `${addressStateNames[state]} ${of.length} 个`)
    .join('、')

export function AddressDialog(props: DialogProps) {
  return props.asked.kind === 'gateway' ? (
    <GatewayDialog {...props} />
  ) : (
    <StateDialog {...props} change={props.asked.kind} />
  )
}

function StateDialog({ asked: { rows }, change, open, close, done }: DialogProps & { change: AddressChange }) {
  const [form] = Form.useForm<{ reason: string }>()
  const { word, text, danger } = words[change]
  async function send({ reason }: { reason: string }) {
    const address_ids = rows.map(row => row.address_id)
    const answer = await api.setAddressState({ address_ids, change, reason })
    if (!answer.ok) {
      tellRefusal(form, answer, { [-53020]: 'reason' })
      return false
    }
    toast.success(`${nameOf(rows)}已${word}`)
    done()
    return true
  }
  return (
    <DialogForm title={`${word} ${nameOf(rows)}`} okText={word} {...{ open, close, form, send, danger }}>
      <p className="dialog-about">
        {rows.length > 1 && `${makeUp(rows)}。`}
        {text}
      </p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请输入原因' }]}>
        <Input autoFocus maxLength={200} placeholder="写入审计日志" />
      </Form.Item>
    </DialogForm>
  )
}

function GatewayDialog({ asked: { rows }, open, close, done }: DialogProps) {
  const [form] = Form.useForm<{ gateway: string }>()
  const bound = rows.filter(({ state }) => state === 'bound').length
  const gateways = [...new Set(rows.map(({ gateway }) => gateway))]
  async function send({ gateway }: { gateway: string }) {
    const answer = await api.setAddressGateway({ address_ids: rows.map(row => row.address_id), gateway })
    if (!answer.ok) {
      tellRefusal(form, answer)
      return false
    }
    toast.success(`已修改 ${count(answer.data.changed)} 个地址的网关`)
    done()
    return true
  }
  return (
    <DialogForm title={`修改网关：${nameOf(rows)}`} okText="修改" {...{ open, close, form, send }}>
      <p className="dialog-about">
        {bound
          ? `其中 ${count(bound)} 个正被专线使用，它们的客户端会立即改用新的网关。`
          : '这些地址没有专线在使用，不影响任何企业。'}
      </p>
      <Form.Item
        name="gateway"
        label="网关"
        initialValue={gateways.length === 1 ? gateways[0] : undefined}
        extra={gateways.length > 1 ? `现在有 ${gateways.length} 种网关，将统一为一个` : undefined}
        rules={[{ required: true, whitespace: true, message: '请输入网关的域名或地址' }]}
      >
        <Input autoFocus maxLength={253} autoComplete="off" />
      </Form.Item>
    </DialogForm>
  )
}
