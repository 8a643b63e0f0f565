import {
  actingRoles,
  approvalKinds,
  approvalNames,
  approvalUnits,
  isAlwaysApproved,
  roleNames,
} from '#contract/operations/operator-names.ts'
import { CommandUsage } from '#server/core/command-usage.ts'
import { parseYuan } from '#server/core/yuan.ts'
import { limitList, lockPolicy, setLimit } from '#server/engines/approvals/policy.sql.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { Services } from '#server/engines/services.ts'
import { limitInWords } from './policy-words.ts'

type Run = (work: (services: Pick<Services, 'system'>) => Promise<void>) => Promise<void>

/** Sets the most that an operator with a role may do alone in a day. */
export async function limitCommand(
  run: Run,
  [typedKind, typedRole, typed = '']: (string | undefined)[],
): Promise<void> {
  const kind = approvalKinds.find(allowed => allowed === typedKind)
  if (!kind) throw new CommandUsage(`类型须为 ${approvalKinds.join('、')}`)
  const role = actingRoles.find(allowed => allowed === typedRole)
  if (!role) throw new CommandUsage(`角色须为 ${actingRoles.join('、')}`)
  const unit = approvalUnits[kind]
  if (isAlwaysApproved(kind) || !unit)
    throw new CommandUsage(`${approvalNames[kind]}总是须由第二位操作员确认，没有独自执行的上限`)
  const most =
    typed === 'none' ? null : unit === 'fen' ? parseYuan(typed) : /^\d{1,5}$/.test(typed) ? Number(typed) : undefined
  if (most === undefined)
    throw new CommandUsage(`上限须为 none 或${unit === 'fen' ? '金额（元）' : unit === 'days' ? '天数' : '百分比'}`)
  await run(({ system }) =>
    system.transaction(async transaction => {
      await lockPolicy(transaction, kind)
      const before = (await limitList(transaction)).find(limit => limit.kind === kind && limit.role === role)
      await setLimit(transaction, { kind, role, most })
      const after = most === null ? `${roleNames[role]}：没有单独的上限` : limitInWords({ kind, role, most })
      await recordAudit(transaction, {
        action: 'approval.policy_changed',
        target: `approval_policy:${kind}`,
        before: { policy: before ? limitInWords(before) : null },
        after: { policy: after },
      })
      console.log(`已修改：${approvalNames[kind]} ${after}`)
    }),
  )
}
