import type { OperationOutput } from '#contract/operations/index.ts'
import { count } from '#web/ui/format.ts'

type Recorded = OperationOutput<'recordTransferParts'>

/** Returns the outcome of complete transfers: booked immediately, or waiting for a second operator. */
export const requestedTitle = ({ requested, done }: Pick<Recorded, 'requested' | 'done'>): string =>
  [
    ...(done ? [`已入账 ${count(done)} 笔`] : []),
    ...(requested ? [`已提交 ${count(requested)} 笔，等待另一位操作员确认`] : []),
  ].join('；')

export const recordedTitle = (recorded: Pick<Recorded, 'recorded' | 'requested' | 'done'>): string =>
  [`已登记 ${count(recorded.recorded)} 笔分次到账`, requestedTitle(recorded)].filter(Boolean).join('；')
