import {
  type OperatorRole,
  operatorName,
  operatorRoles,
  roleNames,
  rolesProblem,
} from '#contract/operations/operator-names.ts'
import { CommandUsage } from '#server/core/command-usage.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import type { Database } from '#server/database/database.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { Services } from '#server/engines/services.ts'
import { hashPassword } from '#server/modules/accounts/passwords.ts'
import { forgetAllFailures } from '#server/modules/accounts/throttle.ts'
import { newOperatorPassword } from './given-password.ts'
import {
  giveOperatorPassword,
  insertOperator,
  lockOperator,
  lockOwners,
  type OperatorRow,
  operatorList,
  operatorNamed,
  removeTotp,
  setState,
  updateOperator,
} from './operators.sql.ts'
import { releaseWork } from './release-work.ts'
import { endOperatorSessions } from './session.ts'

export const operatorHelp = `  operator list                                 列出运营后台的操作员
  operator add <用户名> [姓名] --roles <角色>    添加操作员并显示一次性密码；角色 owner、support、finance、content、network，或单独的 auditor，逗号分隔
  operator roles <用户名> --roles <角色>         改为这些角色
  operator reset <用户名>                       重置密码、解除动态验证器与通行密钥并恢复登录，显示一次性密码
  operator disable <用户名>                     停用并结束其全部登录；唯一的负责人不能停用`

class NoOperator extends OperatorProblem {}

type Run = (work: (services: Pick<Services, 'system'>) => Promise<void>) => Promise<void>

/**
 * Creates the first owner, is the way back in when nobody can log in any more, and lets a single owner do what takes two in the
 * back office. Each entry in the audit log states that nobody has confirmed it.
 */
export async function operatorCommand(
  run: Run,
  [action, name = '', displayName]: string[],
  { roles = '' }: { roles?: string | undefined },
): Promise<void> {
  if (action === 'list') return run(list)
  if (action !== 'add' && action !== 'roles' && action !== 'reset' && action !== 'disable') throw new CommandUsage()
  if (!operatorName.test(name)) throw new CommandUsage('用户名以小写字母开头，3–32 位小写字母、数字或 . _ -')
  if (action === 'reset' || action === 'disable') return run(({ system }) => change(system, { action, name }))
  const requestedRoles = roles.split(',').flatMap(role => operatorRoles.find(allowed => allowed === role.trim()) ?? [])
  if (!requestedRoles.length || requestedRoles.length !== roles.split(',').length)
    throw new CommandUsage(`请用 --roles 写明角色，逗号分隔：${operatorRoles.join('、')}`)
  const problem = rolesProblem(requestedRoles)
  if (problem) throw new CommandUsage(problem)
  if (action === 'roles') return run(({ system }) => setRoles(system, { name, roles: requestedRoles }))
  return run(({ system }) => add(system, { name, displayName: displayName ?? name, roles: requestedRoles }))
}

async function list({ system }: Pick<Services, 'system'>): Promise<void> {
  const rows = await operatorList(system, undefined, { limit: 1_000, offset: 0 })
  for (const row of rows)
    console.log(
      [row.name, row.display_name, row.roles.join(','), row.state, row.totp ? '已绑定验证器' : '未绑定验证器'].join(
        '  ',
      ),
    )
  console.log(`共 ${rows.length} 名操作员`)
}

interface Added {
  name: string
  displayName: string
  roles: OperatorRole[]
}

async function add(system: Services['system'], { name, displayName, roles }: Added): Promise<void> {
  const password = newOperatorPassword()
  const passwordHash = await hashPassword(password)
  await system.transaction(async transaction => {
    const added = await insertOperator(transaction, { name, display_name: displayName, roles, passwordHash })
    if (!added) throw new NoOperator(`已有名为 ${name} 的操作员`)
    const target = `operator:${added.id}`
    const after = { name, displayName, roles, without_approval: true }
    await recordAudit(transaction, { action: 'operator.added', target, after })
  })
  console.log(`已添加 ${name}，一次性密码 ${password}（首次登录后须修改）`)
}

async function lockNamed(transaction: Database, name: string): Promise<OperatorRow> {
  const existing = await operatorNamed(transaction, name)
  const operator = existing && (await lockOperator(transaction, existing.id))
  if (!operator) throw new NoOperator(`没有名为 ${name} 的操作员`)
  return operator
}

/**
 * Guard against a back office without an owner. Called before the operator is locked, as in the back office: of two commands that
 * each remove one of the last two owners, the second sees the first's result.
 */
async function keepAnOwner(transaction: Database, name: string): Promise<void> {
  const owners = await lockOwners(transaction)
  const operator = await operatorNamed(transaction, name)
  if (owners.length === 1 && owners[0]?.id === operator?.id)
    throw new OperatorProblem(
      `${name} 是唯一能登录的负责人，停用或改去负责人之后后台无人管理。请先添加另一位负责人：operator add <用户名> --roles owner；怀疑密码泄露的，用 operator reset ${name} 结束其全部登录并换密码`,
    )
}

async function setRoles(system: Services['system'], { name, roles }: Omit<Added, 'displayName'>): Promise<void> {
  await system.transaction(async transaction => {
    if (!roles.includes('owner')) await keepAnOwner(transaction, name)
    const operator = await lockNamed(transaction, name)
    const { id, display_name, roles: before } = operator
    await updateOperator(transaction, id, { display_name, roles })
    await releaseWork(transaction, operator, { ...operator, roles })
    await endOperatorSessions(transaction, id)
    const after = { roles, without_approval: true }
    await recordAudit(transaction, {
      action: 'operator.changed',
      target: `operator:${id}`,
      before: { roles: before },
      after,
    })
  })
  console.log(`${name} 的角色已改为 ${roles.map(role => roleNames[role]).join('、')}`)
}

async function change(
  system: Services['system'],
  { action, name }: { action: 'reset' | 'disable'; name: string },
): Promise<void> {
  const password = newOperatorPassword()
  const hash = await hashPassword(password)
  await system.transaction(async transaction => {
    if (action === 'disable') await keepAnOwner(transaction, name)
    const operator = await lockNamed(transaction, name)
    await endOperatorSessions(transaction, operator.id)
    const state = action === 'reset' ? 'active' : 'disabled'
    await setState(transaction, operator.id, state)
    await releaseWork(transaction, operator, { ...operator, state })
    if (action === 'reset') {
      await giveOperatorPassword(transaction, operator.id, hash)
      await removeTotp(transaction, operator.id)
      await forgetAllFailures(transaction, `operator:${name}`, `operator:${operator.id}`)
    }
    await recordAudit(transaction, {
      action: action === 'reset' ? 'operator.reset' : 'operator.disabled',
      target: `operator:${operator.id}`,
      before: { state: operator.state },
      after: { without_approval: true },
    })
  })
  console.log(action === 'reset' ? `已重置 ${name}，一次性密码 ${password}` : `已停用 ${name}`)
}
