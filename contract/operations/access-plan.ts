import { z } from 'zod'
import { accessPlan } from '../access.ts'
import { id } from '../fields.ts'
import { operation } from './operation.ts'

/** The operations that alter who can use which line. Their effect is written to the records of the people and the lines. */
export const accessOperations = [
  'suspendOperatedLine',
  'resumeOperatedLine',
  'extendLine',
  'freezeCompany',
  'unfreezeCompany',
  'closeCompany',
  'decideDispute',
] as const
export type AccessOperation = (typeof accessOperations)[number]

const planOperation = operation({
  path: '/companies/planOperation',
  effect: 'plan',
  // A plan holds a connection for as long as the act itself would.
  limits: [{ name: 'plan', by: 'operator', max: 600, seconds: 600 }],
  access: ['support', 'network'],
  about:
    '一项会改变企业使用权限的操作，在执行之前说明谁获得、谁失去哪些能用的专线，哪些设备因此能连接或不能再连接，失去的人里谁在最近 90 天用过。operation 为那个操作，input 为它的输入；照做一遍而不提交，只限本人可以执行的操作。',
  input: z.strictObject({
    operation: z.enum(accessOperations, { error: '操作不正确' }),
    input: z.record(z.string(), z.unknown(), { error: '请提供操作的内容' }),
  }),
  output: z.object({ company_id: id, ...accessPlan.shape }),
  codes: [-41017, -53020, -53021, -53110, -53111, -53112, -53113, -53301, 429],
})

export const accessPlans = { planOperation }
