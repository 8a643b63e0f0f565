import { pushChannelNames, pushChannels } from '#contract/operations/health-names.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import { together } from '#server/database/together.ts'
import { auditActor } from '#server/engines/activity/context.ts'
import { requireConfirmed } from '#server/engines/approvals/confirmed.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { deliver } from '#server/engines/health/deliver.ts'
import { formatValue, type HealthResult, limitsInWords, worst } from '#server/engines/health/health-check.ts'
import { testPush } from '#server/engines/health/push-text.ts'
import { insertPush } from '#server/engines/health/pushes.sql.ts'
import { outsideTurn } from '#server/engines/in-turn.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { countFailedJobs, failedJobs, removeFailedJob, retryFailedJob, retryFailedJobs } from './failed-jobs.sql.ts'
import { prepareRestoreJob, switchRestoreJob } from './jobs.ts'
import {
  addPreparation,
  awaitedPreparation,
  giveUpAbandoned,
  latestPreparations,
  setSwitching,
} from './preparations.sql.ts'
import { channelsUsed, deliveriesOf, failureOf, latestPushes } from './pushes.sql.ts'

const shown = ({ check, state, measured, checkedAt, trouble }: HealthResult) => ({
  name: check.name,
  group: check.group,
  title: check.title,
  state,
  limit: limitsInWords(check),
  advice: check.advice,
  checked_at: checkedAt?.toISOString() ?? null,
  trouble,
  measured: measured.map(({ subject = '', state, value, detail = '' }) => ({
    subject,
    state,
    shown: formatValue(check.unit, value),
    detail,
  })),
})

const hasLeft = '这个任务已经被重试、正在执行或已不存在，请刷新'

export const healthOperations = {
  async getHealth({ services: { health } }) {
    const checks = health.results().map(shown)
    return {
      at: new Date().toISOString(),
      state: worst(checks.map(({ state }) => state)),
      replica: health.place,
      checks,
    }
  },

  async getFailedJobs({ system }, paging) {
    const [list, total] = await together(system, database => [failedJobs(database, paging), countFailedJobs(database)])
    return { list, total }
  },

  async retryJob({ system }, { job_id }) {
    const task = await retryFailedJob(system, job_id)
    if (!task) throw new OperatorProblem(hasLeft)
    await recordAudit(system, { action: 'job.retried', target: `job:${job_id}`, after: { task } })
  },

  async retryJobsOfTask({ system }, { task }) {
    const count = await retryFailedJobs(system, task)
    if (!count) throw new OperatorProblem('这一种任务已经没有失败的了，请刷新')
    await recordAudit(system, { action: 'job.retried', target: `task:${task}`, after: { task, count } })
  },

  async removeJob({ system }, { job_id }) {
    const task = await removeFailedJob(system, job_id)
    if (!task) throw new OperatorProblem(hasLeft)
    await recordAudit(system, { action: 'job.removed', target: `job:${job_id}`, after: { task } })
  },

  async getRestorePreparations({ system, services }) {
    return { archived: services.archive !== undefined, list: await latestPreparations(system) }
  },

  async prepareRestore({ system, services }, { moment }) {
    const { archive, jobs } = services
    if (!archive) throw new OperatorProblem('这个副本没有归档，不能由它准备恢复：请设置 ARCHIVE')
    if (!archive.status().baseAt) throw new OperatorProblem('归档还没有基础备份，请稍后再试')
    const awaited = await awaitedPreparation(system)
    if (awaited)
      throw new OperatorProblem(
        `换上恢复到 ${awaited.moment} 的数据的申请正等待另一位负责人确认，再次准备会删除它：请先确认、驳回或撤回那份申请`,
      )
    await giveUpAbandoned(system)
    const preparation_id = await addPreparation(system, `${moment}+08`)
    if (!preparation_id) throw new OperatorProblem('另一次恢复正在准备，请等它完成')
    await jobs.enqueue(system, prepareRestoreJob, { preparation_id }, { attempts: 2 })
    await recordAudit(system, {
      action: 'restore.prepared',
      target: `restore_preparation:${preparation_id}`,
      after: { moment },
    })
  },

  async switchRestore({ system, services }, { preparation_id, reason, accept_inconsistent }) {
    const found = await setSwitching(system, preparation_id, accept_inconsistent)
    if (!found)
      throw new OperatorProblem(
        '这份恢复没有准备好，已被之后的一次准备替换，或核对出不一致而没有明确接受：请刷新后核对',
      )
    requireConfirmed()
    const request = { preparation_id, ...found, actor: auditActor(), reason, accept_inconsistent }
    await services.jobs.enqueue(system, switchRestoreJob, request, { attempts: 1 })
    await recordAudit(system, {
      action: 'restore.confirmed',
      target: `restore_preparation:${preparation_id}`,
      after: { moment: found.moment, reason },
    })
  },

  async getPushes({ system, services }) {
    const [used, pushes] = await together(system, database => [channelsUsed(database), latestPushes(database)])
    const deliveries = await deliveriesOf(
      system,
      pushes.map(({ push_id }) => push_id),
    )
    return {
      channels: pushChannels.map(channel => ({
        sent_at: null,
        failed_at: null,
        failure: null,
        ...used.find(row => row.channel === channel),
        channel,
        configured: services.channels[channel] !== undefined,
      })),
      pushes: pushes.map(push => ({
        ...push,
        deliveries: deliveries.filter(({ push_id }) => push_id === push.push_id).map(({ push_id: _, ...rest }) => rest),
      })),
    }
  },

  async sendTestPush({ system, services, operator, log }, { channel }) {
    const name = pushChannelNames[channel]
    if (!services.channels[channel]) throw new OperatorProblem(`没有配置${name}，见配置说明里的 ALERT_ 与 SMTP_ 各项`)
    const pushId = await system.transaction(async transaction => {
      const id = await insertPush(transaction, testPush(services.config, operator.display_name), [channel])
      await recordAudit(transaction, { action: 'push.tested', target: `push:${id}`, after: { name } })
      return id
    })
    // A late test message is of no use, so this is the only attempt.
    const needed = { database: system, channels: services.channels, log }
    await outsideTurn(() => deliver(needed, pushId, channel, { lastAttempt: true }))
    const failure = await failureOf(system, pushId, channel)
    if (failure) throw new OperatorProblem(`测试消息没有送达：${failure}`)
  },
} satisfies SomeOperations
