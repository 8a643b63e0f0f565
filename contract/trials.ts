import { z } from 'zod'
import { call } from './call.ts'
import { line } from './fields.ts'
import { trial } from './records/trial.ts'

const ownTrial = trial.schema.pick({
  trial_id: true,
  state: true,
  requested_at: true,
  note: true,
  reason: true,
  svp_id: true,
  ends_at: true,
})

export const getTrial = call({
  path: '/v1/company/getTrial',
  effect: 'read',
  access: 'manager',
  about:
    '企业最近一次试用的状态；从未申请过为空。available 表示现在可以申请，has_paid 表示企业付过款，不必再向它介绍试用。',
  output: z.object({ trial: ownTrial.nullable(), available: z.boolean(), has_paid: z.boolean() }),
})

export const requestTrial = call({
  path: '/v1/company/requestTrial',
  effect: 'change',
  activity: 'trial.requested',
  access: 'manager',
  about: '申请试用：一条专线与两人的时长，共三天，由客服开通；每家企业一次。',
  input: z.strictObject({ note: line('说明', 200, 0).default('') }),
  output: z.object({ trial: ownTrial }),
  codes: [-52020, -52021],
})
