import './lines.css'
import { Input, Radio } from 'antd'
import { useId, useState } from 'react'
import { addressCoolingDays } from '#contract/line-names.ts'
import type { movedAddressStates } from '#contract/operations/network-names.ts'
import { sentence } from '#web/data/answers.ts'
import { AddressChoice, useAddressChoice } from '#web/ui/address-choice/address-choice.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { count, placeName } from '#web/ui/format.ts'
import { useDraft } from '#web/ui/use-draft.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import { api } from '../api.ts'
import { useOperationPreview } from '../use-operation.ts'
import type { LineDialogProps } from './line.ts'

interface Typed {
  old: (typeof movedAddressStates)[number]
  reason: string
}
const beginning: Typed = { old: 'retired', reason: '' }

/** Moves a line to another free address in its place, and explains what happens to its present one. */
export function MoveDialog({ line, open, close, done }: LineDialogProps) {
  const { company_id, line_id, address_id: from_address_id } = line
  const at = useAddressChoice()
  const id = useId()
  const { chosen } = at
  const draft = useDraft(`move ${line_id}`, beginning)
  const { old, reason } = draft.value
  const [problem, setProblem] = useState('')
  const found = useOperationPreview('getMoveTargets', open ? { company_id, line_id, ...at.query } : undefined)
  const { data } = found
  const place = `${placeName(line)} · ${line.access_way}`

  const { busy, submit } = useSubmission({
    call: api.moveLine,
    message: ({ data }) => `${line.name} 已由 ${data.from} 更换为 ${data.to}`,
    done,
    onRefused(answer) {
      setProblem(sentence(answer))
      // Another operator took the address: the list is reloaded without it. If no answer came, this line may already have it, and
      // only the same choice can be sent again.
      if (answer.code !== -52002) return
      at.setChoice(undefined)
      found.reload()
    },
  })
  function leave() {
    draft.drop()
    close()
  }
  const which = { company_id, line_id, ...(from_address_id && { from_address_id }) }
  async function move() {
    if (!chosen) setProblem('请选择新地址')
    else if (!reason.trim()) setProblem('请输入原因')
    else if (await submit({ ...which, address_id: chosen, old_address: old, reason })) leave()
  }

  return (
    <Dialog
      title="更换地址"
      open={open}
      onCancel={close}
      giveUp={draft.drop}
      onOk={() => void move()}
      okText="更换"
      confirmLoading={busy}
      mask={{ closable: false }}
      width={560}
    >
      <div className="confirm">
        {draft.note}
        <p>
          <strong>
            {line.company} {line.name}
          </strong>
          ：现在的地址 <code>{line.address}</code>{' '}
          立即停止使用，客户端自动改用新地址，并通知企业的管理员。不计入企业每月的更换次数。
        </p>
        <AddressChoice
          at={at}
          found={found}
          addresses={data?.list.map(({ address_id, address }) => ({ id: address_id, address }))}
          total={data?.total}
          summary={
            data?.total
              ? `${place}：共 ${count(data.total)}${data.more ? '+' : ''} 个可用`
              : `${place} 没有可更换的地址：空闲的都已承诺给订单或专线`
          }
          searchLabel="搜索新地址"
          label="新地址"
          onChoose={() => setProblem('')}
        />
        <div className="move-field">
          <span id={`${id}-old`}>原地址</span>
          <Radio.Group
            className="move-old"
            aria-labelledby={`${id}-old`}
            value={old}
            onChange={event => draft.set({ old: event.target.value, reason })}
            options={[
              { value: 'retired', label: '停用：不再分给任何企业' },
              { value: 'cooling', label: `冷却：${addressCoolingDays} 天后可以分给其他企业` },
            ]}
          />
        </div>
        <div className="move-field">
          <label htmlFor={`${id}-reason`}>原因</label>
          <Input
            id={`${id}-reason`}
            placeholder="企业会看到，例如：原地址被目标站点屏蔽"
            maxLength={200}
            value={reason}
            onChange={event => {
              draft.set({ old, reason: event.target.value })
              setProblem('')
            }}
          />
        </div>
        {problem && <Alert type="error" title={problem} />}
      </div>
    </Dialog>
  )
}
