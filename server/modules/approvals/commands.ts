import {
  type ApprovalKind,
  actingRoles,
  approvalKinds,
  approvalNames,
  approvalUnits,
  decidedByOwners,
  finiteThresholdKinds,
  isAlwaysApproved,
} from '#contract/operations/operator-names.ts'
import { CommandUsage } from '#server/core/command-usage.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import { parseYuan } from '#server/core/yuan.ts'
import {
  type ApprovalPolicy,
  limitList,
  lockPolicy,
  policyList,
  setPolicy,
} from '#server/engines/approvals/policy.sql.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { Services } from '#server/engines/services.ts'
import { limitCommand } from './limit-command.ts'
import { limitInWords, policyInWords } from './policy-words.ts'

export const approvalHelp = `  approvals policy                              列出审批规则：何时须由第二位操作员确认，谁可以确认
  approvals policy <类型> <起点> [--roles <角色>]  修改一类的规则；起点写 never、always，或金额（元）、天数、百分比；角色逗号分隔
  approvals limit <类型> <角色> <每日上限>       一个角色一人一天最多独自执行多少；上限写金额（元）、天数、百分比或 none`

class PolicyProblem extends OperatorProblem {}

type Run = (work: (services: Pick<Services, 'system'>) => Promise<void>) => Promise<void>

/** Changes the rules from the server without another owner, which an installation with one owner needs. */
export async function approvalCommand(
  run: Run,
  [action, typedKind, typedThreshold, typedLimit]: string[],
  { roles }: { roles?: string | undefined },
): Promise<void> {
  if (action === 'limit') return limitCommand(run, [typedKind, typedThreshold, typedLimit])
  if (action !== 'policy') throw new CommandUsage()
  if (typedKind === undefined) return run(list)
  const kind = approvalKinds.find(allowed => allowed === typedKind)
  if (!kind) throw new CommandUsage(`类型须为 ${approvalKinds.join('、')}`)
  const threshold = thresholdOf(kind, typedThreshold)
  const requestedRoles = roles?.split(',').map(role => actingRoles.find(allowed => allowed === role.trim()))
  if (requestedRoles?.some(role => role === undefined)) throw new CommandUsage(`角色须为 ${actingRoles.join('、')}`)
  if (decidedByOwners.includes(kind) && requestedRoles?.some(role => role !== 'owner'))
    throw new CommandUsage(`${approvalNames[kind]}只能由另一位负责人确认`)
  return run(({ system }) =>
    change(system, { kind, threshold, roles: requestedRoles?.filter(role => role !== undefined) }),
  )
}

function thresholdOf(kind: ApprovalKind, typed = ''): number | null {
  if (isAlwaysApproved(kind) && typed !== 'always')
    throw new CommandUsage(`${approvalNames[kind]}总是须由第二位操作员确认，起点只能写 always`)
  if (typed === 'never' && finiteThresholdKinds.includes(kind))
    throw new CommandUsage(`${approvalNames[kind]}不能从不确认，起点须为 always 或合计`)
  if (typed === 'never') return null
  if (typed === 'always') return 0
  const unit = approvalUnits[kind]
  const figure = unit === 'fen' ? parseYuan(typed) : unit && /^\d{1,5}$/.test(typed) ? Number(typed) : undefined
  if (figure === undefined)
    throw new CommandUsage(
      `起点须为 never、always${unit ? (unit === 'fen' ? ' 或金额（元）' : unit === 'days' ? ' 或天数' : ' 或百分比') : ''}`,
    )
  return figure
}

async function list({ system }: Pick<Services, 'system'>): Promise<void> {
  const limits = await limitList(system)
  for (const policy of await policyList(system)) {
    console.log(`${policy.kind}  ${approvalNames[policy.kind]}  ${policyInWords(policy)}`)
    for (const limit of limits.filter(({ kind }) => kind === policy.kind)) console.log(`  ${limitInWords(limit)}`)
  }
}

interface Change extends Pick<ApprovalPolicy, 'kind' | 'threshold'> {
  /** When undefined, the roles that may decide stay as they are. */
  roles: ApprovalPolicy['roles'] | undefined
}

async function change(system: Services['system'], { kind, threshold, roles }: Change): Promise<void> {
  const after = await system.transaction(async transaction => {
    const before = await lockPolicy(transaction, kind)
    if (!before) throw new PolicyProblem(`没有 ${kind} 的规则`)
    const policy = { kind, threshold, roles: roles ?? before.roles }
    await setPolicy(transaction, policy)
    await recordAudit(transaction, {
      action: 'approval.policy_changed',
      target: `approval_policy:${kind}`,
      before: { policy: policyInWords(before) },
      after: { policy: policyInWords(policy) },
    })
    return policy
  })
  console.log(`已修改：${approvalNames[kind]} ${policyInWords(after)}`)
}
