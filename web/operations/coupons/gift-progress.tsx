import { Progress } from 'antd'
import type { OperationOutput } from '#contract/operations/index.ts'
import { count } from '#web/ui/format.ts'

export function GiftProgress({ gift }: { gift: OperationOutput<'getCouponGift'> }) {
  const { state, total, done, given, outcomes } = gift
  if (state === 'previewed') {
    const { ready: _, ...others } = outcomes
    const bad = Object.values(others).reduce((sum, rows) => sum + rows, 0)
    return (
      <p role="status">
        可以赠送 <strong>{count(total)}</strong> 家，每家一张
        {bad > 0 && `；另外 ${count(bad)} 行有问题，不会赠送`}。
      </p>
    )
  }
  return (
    <>
      <Progress
        aria-label="赠送进度"
        percent={total ? Math.floor((done / total) * 100) : 0}
        status={state === 'failed' ? 'exception' : state === 'done' ? 'success' : 'active'}
      />
      <p role="status">
        {state === 'running' && '可以离开本页，赠送会继续进行。'}
        已赠送 <strong>{count(given)}</strong> 家，共 {count(total)} 家
        {done > given && `；${count(done - given)} 家没有送出，原因见下`}。
        {state === 'failed' && `赠送中断，其余 ${count(total - done)} 家还没有得到，可以继续赠送。`}
      </p>
    </>
  )
}
