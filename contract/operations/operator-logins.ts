import { z } from 'zod'
import { id } from '../fields.ts'
import { operation } from './operation.ts'

const endOperatorLogins = operation({
  path: '/operator/endLogins',
  effect: 'change',
  proof: 'fresh',
  access: ['owner'],
  audited: true,
  about: '结束一名操作员的全部登录；账号、密码与验证器不变，可以重新登录。',
  input: z.strictObject({ operator_id: id }),
  success: '已结束登录',
  codes: [-53021, -53032],
})

const getOwnRecoveryCodes = operation({
  path: '/operator/getOwnRecoveryCodes',
  effect: 'read',
  access: 'operator',
  about: '自己还有多少个没用过的恢复码；恢复码本身只在生成时显示。',
  output: z.object({ left: z.int() }),
})

const renewOwnRecoveryCodes = operation({
  path: '/operator/renewOwnRecoveryCodes',
  effect: 'change',
  proof: 'fresh',
  access: 'operator',
  audited: true,
  about: '重新生成自己的恢复码，只显示这一次；原有的随即失效。',
  output: z.object({ recovery_codes: z.array(z.string()) }),
  success: '恢复码已重新生成',
  codes: [-53003],
})

export const operatorLogins = { endOperatorLogins, getOwnRecoveryCodes, renewOwnRecoveryCodes }
