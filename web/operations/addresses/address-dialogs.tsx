import { Form, Input } from 'antd'
import { useState } from 'react'
import type { AddressChange } from '#contract/operations/network-names.ts'
import { addressFields, addressStateNames } from '#contract/records/address-fields.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { count, placeName } from '#web/ui/format.ts'
import { showRefusal } from '#web/ui/show-refusal.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import type { ListedAddress } from './address-columns.tsx'

export interface AddressQuestion {
  kind: AddressChange | 'gateway'
  rows: readonly ListedAddress[]
}

interface DialogProps extends ChangeDialogProps {
  question: AddressQuestion
}

/** The most stocks that a dialog names. */
const shownStocks = 6

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

const countsOf = (rows: readonly ListedAddress[], nameOf: (row: ListedAddress) => string) =>
  [...Map.groupBy(rows, nameOf)].map(([name, of]) => `${name} ${count(of.length)} 个`)

/** Counts the addresses by state and by stock: most of them may be selected on another page. */
function makeUp(rows: readonly ListedAddress[]): string {
  const states = countsOf(rows, ({ state }) => addressStateNames[state])
  const stocks = countsOf(rows, row => `${placeName(row)} ${row.access_way}`)
  const rest = stocks.length > shownStocks ? `等 ${count(stocks.length)} 处` : ''
  return `${states.join('、')}：${stocks.slice(0, shownStocks).join('、')}${rest}。`
}

export function AddressDialog(props: DialogProps) {
  return props.question.kind === 'gateway' ? (
    <GatewayDialog {...props} />
  ) : (
    <StateDialog {...props} change={props.question.kind} />
  )
}

function StateDialog({ question: { rows }, change, open, close, done }: DialogProps & { change: AddressChange }) {
  const [form] = Form.useForm<{ reason: string }>()
  const { word, text, danger } = words[change]
  return (
    <DialogForm
      title={`${word} ${nameOf(rows)}`}
      subject={rows.map(row => row.address_id)}
      okText={word}
      {...{ open, close, form, danger }}
      call={api.setAddressState}
      input={({ reason }) => ({ address_ids: rows.map(row => row.address_id), change, reason })}
      fieldOf={{ [-53020]: 'reason' }}
      message={`${nameOf(rows)}已${word}`}
      done={done}
    >
      <p className="dialog-about">
        {rows.length > 1 && makeUp(rows)}
        {text}
      </p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请输入原因' }]}>
        <Input maxLength={200} placeholder="写入审计日志" />
      </Form.Item>
    </DialogForm>
  )
}

function GatewayDialog({ question: { rows }, ...dialog }: DialogProps) {
  const [form] = Form.useForm<{ gateway: string }>()
  /** The server's count: rows selected on another page may have been loaded long ago. */
  const [counted, setCounted] = useState(0)
  const bound = Math.max(counted, rows.filter(({ state }) => state === 'bound').length)
  const gateways = [...new Set(rows.map(({ gateway }) => gateway))]
  return (
    <DialogForm
      title={`修改网关：${nameOf(rows)}`}
      subject={rows.map(row => row.address_id)}
      okText="修改"
      {...dialog}
      form={form}
      call={api.setAddressGateway}
      input={({ gateway }: { gateway: string }) => ({
        address_ids: rows.map(row => row.address_id),
        gateway,
        most_bound: bound,
      })}
      onRefused={refused => {
        if (refused.code === -53020 && typeof refused.data === 'number') setCounted(refused.data)
        showRefusal(refused, { form })
      }}
      message={({ data }) => `已修改 ${count(data.changed)} 个地址的网关`}
    >
      <p className="dialog-about">
        {bound
          ? `其中 ${count(bound)} 个正被专线使用，它们的客户端会立即改用新的网关。`
          : '这些地址没有专线在使用，不影响任何企业。'}
      </p>
      <Form.Item
        name="gateway"
        label={addressFields.gateway.label}
        initialValue={gateways.length === 1 ? gateways[0] : undefined}
        extra={gateways.length > 1 ? `现在有 ${gateways.length} 种网关，将统一为一个` : undefined}
        rules={[{ required: true, whitespace: true, message: '请输入网关的域名或地址' }]}
      >
        <Input maxLength={addressFields.gateway.max} autoComplete="off" />
      </Form.Item>
    </DialogForm>
  )
}
