import { z } from 'zod'
import { call } from './call.ts'
import { directoryLengths, maxLeaving } from './directory-names.ts'
import { id, line } from './fields.ts'
import { directory, directoryPlan, directoryProvider, planEntry } from './records/directory.ts'

export const getDirectory = call({
  path: '/v1/company/getDirectory',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'directory' },
  about: '企业目录的设置与现状：收到多少部门与人，哪些人需要处理（最多列出一百人）。',
  output: z.object({
    settings: directory.schema.nullable(),
    /** The address of the SCIM service. */
    scim: z.string(),
    /** The settings for reading the provider's people; null for SCIM and before they are set. */
    provider: directoryProvider.schema.nullable(),
    /** The address for the provider's callbacks. */
    callback: z.string(),
    people: z.int(),
    departments: z.int(),
    problems: z.array(planEntry.schema.pick({ name: true, detail: true })),
  }),
})

export const setDirectory = call({
  path: '/v1/company/setDirectory',
  effect: 'change',
  proof: 'fresh',
  activity: 'directory.changed',
  access: 'manager',
  about:
    '设置企业目录：来源、由目录管理的项、离职怎样处理、专线交给谁。不填的规则保持原样，第一次须都填。规则变了，目录停下；换了来源，收到的内容还会清空：都须重新看过计划再启用。',
  input: z
    .strictObject(directory.edit('set'))
    .partial({ owns: true, leaver: true, successor: true, successor_id: true }),
  codes: [-47001, -53022],
})

export const setDirectoryProvider = call({
  path: '/v1/company/setDirectoryProvider',
  effect: 'change',
  proof: 'fresh',
  activity: 'directory.changed',
  access: 'manager',
  about:
    '说明怎样从企业微信、钉钉或飞书读取部门与员工。不填的密钥保持原样；换了企业或应用须重新填写，换了企业还会清空收到的内容。填了回调的两项，变化才随即生效，否则只在夜里读取。',
  input: z.strictObject({
    ...directoryProvider.edit('set'),
    client_secret: line('应用密钥', directoryLengths.client_secret).optional(),
    callback_token: line('回调的 Token', directoryLengths.callback_token).optional(),
    callback_key: line('回调的密钥', directoryLengths.callback_key).optional(),
  }),
  codes: [-53022, -59400, -59401],
})

export const fetchDirectory = call({
  path: '/v1/company/fetchDirectory',
  effect: 'change',
  limits: [{ name: 'fetch-directory', by: 'company', max: 30, seconds: 3600 }],
  activity: 'directory.fetched',
  access: 'manager',
  scope: { topic: 'directory' },
  about:
    '从企业微信、钉钉或飞书读取全部部门与员工，在后台进行；已启用的目录读完随即核对。getDirectory 的 provider.reading 变为 false 即已读完。',
  codes: [-59201, -59401, -59402, 429],
})

export const planDirectory = call({
  path: '/v1/company/planDirectory',
  effect: 'plan',
  access: 'manager',
  about: '按目录现在的内容会做什么：邀请谁、调整谁、停用或移除谁。什么也不改变。',
  output: directoryPlan,
  codes: [-59201],
})

export const startDirectory = call({
  path: '/v1/company/startDirectory',
  effect: 'change',
  proof: 'fresh',
  activity: 'directory.started',
  access: 'manager',
  about: `照看过的计划执行并启用目录，之后随目录的变化同步，每夜全部核对一次。人的加入仍须本人同意。一次核对要离开的人多于 ${maxLeaving.people} 人又超过两成时会停下，须再次执行这里。`,
  input: z.strictObject({
    /** The number of people that the shown plan disables and removes. No more than these are let go. */
    leaving: z.int({ error: '请先查看计划' }).min(0, '请先查看计划'),
  }),
  output: directoryPlan,
  codes: [-59201, -59203],
})

export const stopDirectory = call({
  path: '/v1/company/stopDirectory',
  effect: 'change',
  proof: 'fresh',
  activity: 'directory.stopped',
  access: 'manager',
  about: '停用目录：员工与部门都留着，不再由目录管理；收到的内容一并删除。',
  success: '目录已停用',
  codes: [-59201],
})

export const runDirectory = call({
  path: '/v1/company/runDirectory',
  effect: 'change',
  idempotency: 'outside',
  limits: [{ name: 'run-directory', by: 'company', max: 30, seconds: 3600 }],
  activity: 'directory.compared',
  access: 'manager',
  scope: { topic: 'directory' },
  about: '立即全部核对一次，与夜里的核对相同。',
  output: directoryPlan,
  codes: [-59201, -59202, 429],
})

export const getDirectoryOwnership = call({
  path: '/v1/company/getDirectoryOwnership',
  effect: 'read',
  access: 'manager',
  within: { named: ['employee_id'] },
  about: '一名员工的哪些项由企业目录管理，不能在这里修改。',
  input: z.strictObject({ employee_id: id }),
  output: z.object({ owns: directory.schema.shape.owns }),
})
