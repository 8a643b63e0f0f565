import './lines.css'
import { Alert, Button, Input, Radio } from 'antd'
import { useState } from 'react'
import { addressCoolingDays } from '#contract/line-names.ts'
import type { movedAddressStates } from '#contract/operations/network-names.ts'
import { sentence } from '#web/data/answers.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { count, placeName } from '#web/ui/format.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { api } from '../api.ts'
import { useOperationPreview } from '../use-operation.ts'
import type { LineDialogProps } from './line.ts'

const pageSize = 20

/** Moves a line to another free address in its place, and explains what happens to its present one. */
export function MoveDialog({ line, open, close, done }: LineDialogProps) {
  const { company_id, line_id } = line
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<string>()
  const [old, setOld] = useState<(typeof movedAddressStates)[number]>('retired')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const requested = { company_id, line_id, keyword: keyword.trim() || undefined, page, page_size: pageSize }
  const { data, refused, waiting, again } = useOperationPreview('getMoveTargets', open ? requested : undefined)

  const { busy, submit } = useSubmission({
    call: api.moveLine,
    message: ({ data }) => `${line.name} 已由 ${data.from} 更换为 ${data.to}`,
    done,
    onRefused(answer) {
      setProblem(sentence(answer))
      // Another operator may have taken the address: the list is reloaded without it.
      setChosen(undefined)
      again()
    },
  })
  async function move() {
    if (!chosen) setProblem('请选择新地址')
    else if (!reason.trim()) setProblem('请输入原因')
    else if (await submit({ company_id, line_id, address_id: chosen, old_address: old, reason })) close()
  }

  return (
    <Dialog
      title="更换地址"
      open={open}
      onCancel={close}
      onOk={() => void move()}
      okText="更换"
      confirmLoading={busy}
      mask={{ closable: false }}
      width={560}
    >
      <div className="confirm">
        <p>
          <strong>
            {line.company} {line.name}
          </strong>
          ：现在的地址 <code>{line.address}</code>{' '}
          立即停止使用，客户端自动改用新地址，并通知企业的管理员。不计入企业每月的更换次数。
        </p>
        <Input
          type="search"
          aria-label="搜索新地址"
          placeholder="按地址搜索，如 203.0.113"
          maxLength={50}
          value={keyword}
          onChange={event => {
            setKeyword(event.target.value)
            setPage(1)
          }}
        />
        {refused ? (
          <p role="alert">
            {sentence(refused)}
            <Button type="link" size="small" onClick={again}>
              重试
            </Button>
          </p>
        ) : (
          <Radio.Group
            className="move-choice"
            aria-label="新地址"
            aria-busy={waiting}
            value={chosen}
            onChange={event => {
              setChosen(event.target.value)
              setProblem('')
            }}
            options={(data?.list ?? []).map(({ address_id, address }) => ({
              value: address_id,
              label: <code>{address}</code>,
            }))}
          />
        )}
        <p className="move-pages quiet" role="status">
          {!data && !refused && '正在读取空闲地址…'}
          {data &&
            (data.total
              ? `${placeName(line)} · ${line.access_way}：共 ${count(data.total)}${data.more ? '+' : ''} 个可用`
              : `${placeName(line)} · ${line.access_way} 没有可更换的地址：空闲的都已承诺给订单或专线`)}
          {data && data.total > pageSize && (
            <span>
              <Button type="link" size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
                上一页
              </Button>
              <Button
                type="link"
                size="small"
                disabled={page * pageSize >= data.total}
                onClick={() => setPage(page + 1)}
              >
                下一页
              </Button>
            </span>
          )}
        </p>
        <Radio.Group
          className="move-old"
          aria-label="原地址的去处"
          value={old}
          onChange={event => setOld(event.target.value)}
          options={[
            { value: 'retired', label: '停用原地址：不再分给任何企业' },
            { value: 'cooling', label: `冷却原地址：${addressCoolingDays} 天后可以分给其他企业` },
          ]}
        />
        <Input
          aria-label="原因"
          placeholder="原因，企业会看到，例如：原地址被目标站点屏蔽"
          maxLength={200}
          value={reason}
          onChange={event => {
            setReason(event.target.value)
            setProblem('')
          }}
        />
        {problem && <Alert type="error" showIcon title={problem} role="alert" />}
      </div>
    </Dialog>
  )
}
