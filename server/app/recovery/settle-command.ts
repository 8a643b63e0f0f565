import { settleRestored } from '#server/app/backup/settle-restored.ts'
import { CommandUsage } from '#server/core/command-usage.ts'
import type { Database } from '#server/database/database.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { parseChinaTime } from './china-time.ts'

export const settleHelp = `  restore settle --moment "2026-11-22 14:03:07"
                                                数据库已用它自己的工具恢复到这一刻：结束全部登录与令牌，追问此后的付款
  restore settle --promoted                     数据库没有恢复过，只是备库接替，没有丢失：运行状况页不再提醒`

interface Typed {
  moment?: string | undefined
  promoted?: boolean | undefined
}

type Run = (work: (services: { system: Database }) => Promise<void>) => Promise<void>

/** Completes a restore made by the database's own tools, or states that there was none. */
export async function settleCommand(run: Run, { moment, promoted }: Typed): Promise<void> {
  if ((moment === undefined) === !promoted)
    throw new CommandUsage('请写明 --moment（恢复到的时刻）或 --promoted（备库接替）')
  if (moment === undefined) return run(notePromotion)
  const to = parseChinaTime(moment, '--moment')
  if (to > Date.now()) throw new CommandUsage('--moment 写恢复到的时刻，不会晚于现在')
  return run(async ({ system }) => {
    await system.transaction(async transaction => {
      await settleRestored(transaction, new Date(to))
      await recordAudit(transaction, { action: 'restore.settled', target: 'restore:database', after: { moment } })
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
