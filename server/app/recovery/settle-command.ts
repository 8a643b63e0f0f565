import { z } from 'zod'
import { settleRestored } from '#server/app/backup/settle-restored.ts'
import { CommandUsage } from '#server/core/command-usage.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import type { Database } from '#server/database/database.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { chinaTime, parseChinaTime } from './china-time.ts'

export const settleHelp = `  restore settle --moment "2026-11-22 14:03:07" [--although <原因>]
                                                数据库已用它自己的工具恢复到这一刻：结束全部登录与令牌，追问此后的付款；
                                                与数据里最近的记录不符的，须写明原因
  restore settle --promoted                     数据库没有恢复过，只是备库接替，没有丢失：运行状况页不再提醒`

interface Typed {
  moment?: string | undefined
  although?: string | undefined
  promoted?: boolean | undefined
}

type Run = (work: (services: { system: Database }) => Promise<void>) => Promise<void>

/** Completes a restore made by the database's own tools, or states that there was none. */
export async function settleCommand(run: Run, { moment, although, promoted }: Typed): Promise<void> {
  if ((moment === undefined) === !promoted)
    throw new CommandUsage('请写明 --moment（恢复到的时刻）或 --promoted（备库接替）')
  if (moment === undefined) return run(notePromotion)
  const to = parseChinaTime(moment, '--moment')
  if (to > Date.now()) throw new CommandUsage('--moment 写恢复到的时刻，不会晚于现在')
  return run(async ({ system }) => {
    await system.transaction(async transaction => {
      if (!although?.trim()) await requirePlausible(transaction, to)
      await settleRestored(transaction, new Date(to))
      const after = { moment, ...(although && { reason: although }) }
      await recordAudit(transaction, { action: 'restore.settled', target: 'restore:database', after })
    })
    console.log(
      '已结束全部登录与令牌，此后的付款将逐日核对渠道账单；这一时刻之后停用的员工与操作员、修改的密码、注销的账号请重新处理',
    )
  })

  async function notePromotion({ system }: { system: Database }): Promise<void> {
    await system.transaction(async transaction => {
      await transaction.change`update installation set cluster = null`
      await recordAudit(transaction, { action: 'restore.promotion_noted', target: 'restore:database' })
    })
    console.log('已记下：备库接替，数据库没有恢复过')
  }
}

const newestRow = z.object({ newest: z.iso.datetime().nullable() })

/** Milliseconds. A running portal writes every minute, and the tool that restores may stop at the end of the last transaction before. */
const tolerated = 600_000

/** A moment in UTC instead of China's time would be eight hours off, and nothing later would show it. */
async function requirePlausible(database: Database, to: number): Promise<void> {
  const row = await database.row(newestRow)`
    select greatest(
      (select max(seen_at) from replica), (select max(created_at) from audit_entry),
      (select max(last_seen_at) from operator_session), (select max(received_at) from payment_notification)) as newest`
  const newest = row?.newest ? Date.parse(row.newest) : undefined
  if (newest !== undefined && Math.abs(newest - to) <= tolerated) return
  const found =
    newest === undefined
      ? '数据里没有可以比较的记录'
      : `数据里最近的记录在 ${chinaTime(newest)}（北京时间），所写的 ${chinaTime(to)} 比它${newest > to ? '早' : '晚'} ${spanOf(Math.abs(newest - to))}`
  throw new OperatorProblem(
    `没有改动：${found}。请核对时刻（写北京时间，UTC 加八小时）与数据库；确实无误的（如那时门户停着，或恢复之后门户已经启动过），加上 --although <原因>，原因记入审计`,
  )
}

function spanOf(span: number): string {
  const minutes = Math.round(span / 60_000)
  return minutes < 120 ? `${minutes} 分钟` : `${Math.round(minutes / 60)} 小时`
}
