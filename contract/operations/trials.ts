import { z } from 'zod'
import { chosenId, id, instant, line, listOf, paging } from '../fields.ts'
import { trial } from '../records/trial.ts'
import { trialStates } from '../trial-names.ts'
import { operation } from './operation.ts'

const support = ['support'] as const
const reason = line('原因', 200, 2)

const getTrialList = operation({
  path: '/trials/getTrialList',
  effect: 'read',
  access: support,
  about: '试用：申请、进行中与已结束的，最新的在前。',
  input: z.strictObject({
    state: z.enum(trialStates, { error: '状态不正确' }).optional(),
    company_id: id.optional(),
    ...paging,
  }),
  output: listOf(trial.schema),
})

const getTrialOffers = operation({
  path: '/trials/getTrialOffers',
  effect: 'read',
  access: support,
  about: '试用可以选用的专线规格：在售，且该地区与接入方式有空闲地址。',
  output: z.object({
    list: z.array(
      z.object({
        sku_id: id,
        country: z.string(),
        city: z.string(),
        access_way: z.string(),
        bandwidth: z.int().nullable(),
        left: z.int(),
      }),
    ),
  }),
})

const openTrial = operation({
  path: '/trials/openTrial',
  effect: 'change',
  access: support,
  audited: true,
  approval: { kind: 'hours', value: 'days' },
  about:
    '为已认证的企业开通三天试用：一条专线（占用库存，结束时归还）与两人的时长。每家企业一次；负责人填写原因后可再次开通。不产生订单。',
  input: z.strictObject({
    company_id: id,
    sku_id: chosenId('请选择专线'),
    reason: reason.optional(),
  }),
  output: trial.schema.pick({ trial_id: true }).extend({ ends_at: instant }),
  success: '试用已开通',
  codes: [-49006, -53012, -53013, -53017, -53021, -53120, -53121, -53301],
})

const declineTrial = operation({
  path: '/trials/declineTrial',
  effect: 'change',
  access: support,
  audited: true,
  about: '婉拒试用申请，企业会看到原因，之后可以再次申请。',
  input: z.strictObject({ trial_id: id, reason }),
  success: '已婉拒',
  codes: [-53301],
})

export const trials = { getTrialList, getTrialOffers, openTrial, declineTrial }
