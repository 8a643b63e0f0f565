import { type OperatorRole, operatorName, operatorRoles } from '#contract/operations/operator-names.ts'
import { CommandUsage } from '#server/core/command-usage.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { Services } from '#server/engines/services.ts'
import { hashPassword } from '#server/modules/accounts/passwords.ts'
import { forgetAllFailures } from '#server/modules/accounts/throttle.ts'
import { newOperatorPassword } from './given-password.ts'
import {
  insertOperator,
  lockOperator,
  type OperatorRow,
  operatorList,
  operatorNamed,
  removeTotp,
  setOperatorPassword,
  setState,
} from './operators.sql.ts'
import { endOperatorSessions } from './session.ts'

export const operatorHelp = `  operator list                                 列出运营后台的操作员
  operator add <用户名> [姓名] --roles <角色>    添加操作员并显示一次性密码；角色 owner、support、finance、content、network，逗号分隔
  operator reset <用户名>                       重置密码、解除动态验证器并恢复登录，显示一次性密码
  operator disable <用户名>                     停用并结束其全部登录`

class NoOperator extends OperatorProblem {}

type Run = (work: (services: Pick<Services, 'system'>) => Promise<void>) => Promise<void>

/** The command makes the first owner, and is the way back in when nobody can log in any more. */
export async function operatorCommand(
  run: Run,
  [action, name = '', displayName]: string[],
  { roles = '' }: { roles?: string | undefined },
  actor: string,
): Promise<void> {
  if (action === 'list') return run(list)
  if (action !== 'add' && action !== 'reset' && action !== 'disable') throw new CommandUsage()
  if (!operatorName.test(name)) throw new CommandUsage('用户名以小写字母开头，3–32 位小写字母、数字或 . _ -')
  if (action !== 'add') return run(({ system }) => change(system, { action, name, actor }))
  const wanted = roles.split(',').flatMap(role => operatorRoles.find(known => known === role.trim()) ?? [])
  if (!wanted.length || wanted.length !== roles.split(',').length) throw new CommandUsage('请用 --roles 写明角色')
  return run(({ system }) => add(system, { name, displayName: displayName ?? name, roles: wanted, actor }))
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
  actor: string
}

async function add(system: Services['system'], { name, displayName, roles, actor }: Added): Promise<void> {
  const password = newOperatorPassword()
  const passwordHash = await hashPassword(password)
  await system.transaction(async transaction => {
    const added = await insertOperator(transaction, { name, display_name: displayName, roles, passwordHash })
    if (!added) throw new NoOperator(`已有名为 ${name} 的操作员`)
    const target = `operator:${added.id}`
    await recordAudit(transaction, { actor, action: 'operator.added', target, after: { name, displayName, roles } })
  })
  console.log(`已添加 ${name}，一次性密码 ${password}（首次登录后须修改）`)
}

async function change(
  system: Services['system'],
  { action, name, actor }: { action: 'reset' | 'disable'; name: string; actor: string },
): Promise<void> {
  const password = newOperatorPassword()
  const hash = await hashPassword(password)
  await system.transaction(async transaction => {
    const known = await operatorNamed(transaction, name)
    const operator: OperatorRow | undefined = known && (await lockOperator(transaction, known.id))
    if (!operator) throw new NoOperator(`没有名为 ${name} 的操作员`)
    await endOperatorSessions(transaction, operator.id)
    await setState(transaction, operator.id, action === 'reset' ? 'active' : 'disabled')
    if (action === 'reset') {
      await setOperatorPassword(transaction, operator.id, hash, true)
      await removeTotp(transaction, operator.id)
      await forgetAllFailures(transaction, `operator:${name}`, `operator:${operator.id}`)
    }
    await recordAudit(transaction, {
      actor,
      action: action === 'reset' ? 'operator.reset' : 'operator.disabled',
      target: `operator:${operator.id}`,
      before: { state: operator.state },
    })
  })
  console.log(action === 'reset' ? `已重置 ${name}，一次性密码 ${password}` : `已停用 ${name}`)
}
