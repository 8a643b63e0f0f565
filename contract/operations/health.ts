import { z } from 'zod'
import { id, instant, line, listOf, paging } from '../fields.ts'
import { deliveryStates, healthGroups, healthStates, preparationStates, pushChannels } from './health-names.ts'
import { operation } from './operation.ts'

const state = z.enum(healthStates)
const channel = z.enum(pushChannels, { error: '请选择推送渠道' })

const getHealth = operation({
  path: '/health/getHealth',
  effect: 'read',
  access: ['owner'],
  background: true,
  about: '运行状况：每项检查最近一次的结果，来自应答的这个副本；不在请求里测量，所以数据库或磁盘慢时也立即应答。',
  output: z.object({
    at: instant,
    /** The worst of all states. */
    state,
    /** The host and port of the replica that answered. */
    replica: z.string(),
    checks: z.array(
      z.object({
        name: z.string(),
        group: z.enum(healthGroups),
        title: z.string(),
        state,
        /** The limits in words. */
        limit: z.string(),
        advice: z.string(),
        /** Null before the first check. */
        checked_at: instant.nullable(),
        /** Why it could not be measured. */
        trouble: z.string().nullable(),
        measured: z.array(z.object({ subject: z.string(), state, shown: z.string(), detail: z.string() })),
      }),
    ),
  }),
})

const getFailedJobs = operation({
  path: '/health/getFailedJobs',
  effect: 'read',
  access: ['owner'],
  about: '用尽了尝试次数的任务，最近失败的在前；不含任务的内容。',
  input: z.strictObject({ ...paging }),
  output: listOf(
    z.object({
      job_id: z.string(),
      task: z.string(),
      attempts: z.int(),
      /** The first line of the last error. */
      error: z.string(),
      created_at: instant,
      failed_at: instant,
    }),
  ),
})

const failedJob = z.strictObject({
  job_id: z.string({ error: '请写明任务编号' }).regex(/^[1-9]\d{0,17}$/, '任务编号不正确'),
})

const retryJob = operation({
  path: '/health/retryJob',
  effect: 'change',
  access: ['owner'],
  audited: true,
  about: '重试一个已用尽尝试次数的任务：立即再次执行，次数重新计算。',
  input: failedJob,
  success: '已重新放入队列',
  codes: [-53020],
})

const retryJobsOfTask = operation({
  path: '/health/retryJobsOfTask',
  effect: 'change',
  access: ['owner'],
  audited: true,
  about: '重试一种任务里全部已用尽尝试次数的：立即再次执行，次数重新计算。',
  input: z.strictObject({ task: line('任务', 100) }),
  success: '已重新放入队列',
  codes: [-53020],
})

const removeJob = operation({
  path: '/health/removeJob',
  effect: 'change',
  access: ['owner'],
  audited: true,
  about: '移除一个已用尽尝试次数的任务：它要做的不再做。',
  input: failedJob,
  success: '已移除',
  codes: [-53020],
})

const getPushes = operation({
  path: '/health/getPushes',
  effect: 'read',
  access: ['owner'],
  background: true,
  about: '告警推送：各渠道最近一次送达与失败，以及最近的推送。',
  output: z.object({
    channels: z.array(
      z.object({
        channel,
        /** True if its settings are filled in. */
        configured: z.boolean(),
        sent_at: instant.nullable(),
        failed_at: instant.nullable(),
        failure: z.string().nullable(),
      }),
    ),
    pushes: z.array(
      z.object({
        push_id: id,
        title: z.string(),
        text: z.string(),
        created_at: instant,
        deliveries: z.array(
          z.object({ channel, state: z.enum(deliveryStates), attempts: z.int(), failure: z.string().nullable() }),
        ),
      }),
    ),
  }),
})

const sendTestPush = operation({
  path: '/health/sendTestPush',
  effect: 'change',
  idempotency: 'outside',
  access: ['owner'],
  audited: true,
  limits: [{ name: 'test-push', by: 'operator', max: 20, seconds: 600 }],
  about: '向一个渠道发送测试消息，等到它应答为止；失败时说明原因。',
  input: z.strictObject({ channel }),
  success: '测试消息已送达',
  codes: [-53020],
})

const getRestorePreparations = operation({
  path: '/health/getRestorePreparations',
  effect: 'read',
  access: ['owner'],
  background: true,
  about: '准备好的恢复：恢复到哪一刻、找到了什么、换上它的命令所用的文件夹。',
  output: z.object({
    /** True if this replica keeps an archive to restore from. */
    archived: z.boolean(),
    list: z.array(
      z.object({
        preparation_id: id,
        moment: instant,
        state: z.enum(preparationStates),
        folder: z.string().nullable(),
        findings: z.string().nullable(),
        failure: z.string().nullable(),
        created_at: instant,
      }),
    ),
  }),
})

const isChinaTime = (text: string) => {
  const at = Date.parse(`${text.replace(' ', 'T')}+08:00`)
  return !Number.isNaN(at) && new Date(at + 8 * 3_600_000).toISOString().slice(0, 19) === text.replace(' ', 'T')
}

const prepareRestore = operation({
  path: '/health/prepareRestore',
  effect: 'change',
  access: ['owner'],
  audited: true,
  proof: 'fresh',
  limits: [{ name: 'prepare-restore', by: 'operator', max: 10, seconds: 3600 }],
  about: '由归档恢复到一秒，放进新的文件夹并核对；现有的数据不变，换上它是另一步。',
  input: z.strictObject({
    /** In China's time. */
    moment: z.string({ error: '请填写时刻' }).refine(isChinaTime, '写作北京时间，如 2026-11-22 14:03:07'),
  }),
  success: '已开始准备，完成后显示在这里',
  codes: [-53020],
})

const switchRestore = operation({
  path: '/health/switchRestore',
  effect: 'change',
  access: ['owner'],
  audited: true,
  proof: 'fresh',
  approval: { kind: 'restore', value: undefined },
  about: '换上准备好的恢复：由另一位负责人确认之后，门户停止、换上、重新启动，现有的数据留在旁边；所有人须重新登录。',
  input: z.strictObject({
    preparation_id: id,
    reason: line('原因', 200, 2),
    /** An operator has read the inconsistencies of the restored data and switches to it nevertheless. */
    accept_inconsistent: z.boolean().default(false),
  }),
  success: '正在换上，门户会重新启动',
  codes: [-53012, -53013, -53017, -53020],
})

export const health = {
  getHealth,
  getFailedJobs,
  retryJob,
  retryJobsOfTask,
  removeJob,
  getPushes,
  sendTestPush,
  getRestorePreparations,
  prepareRestore,
  switchRestore,
}
