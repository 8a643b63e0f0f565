import { z } from 'zod'
import { listOf } from '../fields.ts'
import { operation } from './operation.ts'
import {
  type ActingRole,
  actingRoles,
  approvalKinds,
  approvalUnits,
  decidedByOwners,
  finiteThresholdKinds,
  isAlwaysApproved,
} from './operator-names.ts'

/** Fen, days, or percent of a price. The maximum is far above anyone's daily total and exactly representable everywhere. */
const figure = z.int({ error: '请填写数值' }).min(0, '不能小于 0').max(9_999_999_999, '数值过大')
const role = z.enum(actingRoles as [ActingRole, ...ActingRole[]])

const policy = z.object({
  kind: z.enum(approvalKinds),
  /**
   * Fen, days or percent from which a second operator is needed: the daily total of one operator, and the daily total that all
   * operators together give to one company. Null means never, 0 always.
   */
  threshold: figure.nullable(),
  /** The roles that may confirm or reject. */
  roles: z.array(role).min(1, '请至少选择一个角色').max(actingRoles.length, '角色重复'),
  /** The most that an operator with this role does alone in a day; of several roles the highest limit counts. */
  limits: z.array(z.object({ role, most: figure })).max(actingRoles.length, '角色重复'),
})

const getApprovalPolicy = operation({
  path: '/approval/getApprovalPolicy',
  effect: 'read',
  access: ['owner'],
  about: '每类事项何时须由第二位操作员确认、谁可以确认，以及各角色一人一天独自执行的上限。',
  output: listOf(policy),
})

/** Checks the rules that no policy can change. Returns the field that breaks one, and why. */
function problemOf({ kind, threshold, roles, limits }: z.output<typeof policy>): [string, string] | undefined {
  if (isAlwaysApproved(kind)) {
    if (threshold !== 0) return ['threshold', '此类总是须由第二位操作员确认']
    if (limits.length > 0) return ['limits', '此类没有独自执行的上限']
  }
  if (threshold === null && finiteThresholdKinds.includes(kind)) return ['threshold', '此类不能从不确认，须写明合计']
  if (threshold !== null && threshold > 0 && !approvalUnits[kind]) return ['threshold', '此类没有大小，只能总是或从不']
  if (decidedByOwners.includes(kind) && roles.some(each => each !== 'owner'))
    return ['roles', '此类只能由另一位负责人确认']
  if (new Set(roles).size < roles.length) return ['roles', '角色重复']
  if (new Set(limits.map(limit => limit.role)).size < limits.length) return ['limits', '角色重复']
  return undefined
}

const setApprovalPolicy = operation({
  path: '/approval/setApprovalPolicy',
  effect: 'change',
  proof: 'fresh',
  access: ['owner'],
  audited: true,
  approval: { kind: 'policy', value: undefined },
  about: '修改一类事项的审批规则；收紧立即生效，有任何放宽须由另一位负责人确认。只有一位负责人时用命令行修改。',
  input: z.strictObject(policy.shape).superRefine((input, context) => {
    const problem = problemOf(input)
    if (problem) context.addIssue({ code: 'custom', path: [problem[0]], message: problem[1] })
  }),
  success: '已保存',
  codes: [-53012, -53013, -53017, -53022],
})

export const approvalPolicies = { getApprovalPolicy, setApprovalPolicy }
