import { paths, requestPath } from '#contract/paths.ts'
import { type RequestKind, requestKindNames } from '#contract/request-names.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { inBatches } from '#server/engines/jobs/batches.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob } from '#server/engines/jobs/task.ts'
import { companyNotified } from '#server/engines/notices/company-notice.ts'
import { notify, settleNotices } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { companiesLapsing, type Decided, lapse } from './requests.sql.ts'

type Needed = Pick<Services, 'config' | 'jobs'>

export const subjectOf = (requestId: string) => `request:${requestId}`

/** Returns the request that a notice to managers is about. */
export const requestIdOf = (subject: string) => subject.split(':')[1] ?? null

/** Names what is requested: 增加时长 30 天. */
export const wordsOf = ({ kind, days }: { kind: RequestKind; days: number | null }): string =>
  days ? `${requestKindNames[kind]} ${days} 天` : requestKindNames[kind]

/** Notifies the managers, who find the request by the bell, and by the link in the message if they have chosen messages. */
export const notifyManagers = (
  transaction: Database,
  services: Needed,
  companyId: string,
  { requestId, name, words, note }: { requestId: string; name: string; words: string; note: string },
) =>
  notify(transaction, services, {
    to: { managersOfCompany: companyId },
    kind: 'request_waiting',
    subject: subjectOf(requestId),
    title: `${name}申请${words}`,
    text: `${name}申请${words}：${note}`,
    link: requestPath(requestId),
  })

/** Notifies the person of the decision, and the company's groups of its maker; the managers' notices are settled. */
export async function notifyOfDecision(
  transaction: Database,
  services: Needed,
  companyId: string,
  request: Decided,
  { outcome, text, by }: { outcome: string; text: string; by: string | null },
): Promise<void> {
  const subject = `${subjectOf(request.request_id)}:decided`
  await settleNotices(transaction, companyId, [subjectOf(request.request_id)])
  await companyNotified.publish(transaction, {
    companyId,
    kind: 'request_decided',
    subject,
    title: `${request.employee_name}的申请${outcome}`,
    // The reason of a refusal stays between the two.
    text: `${wordsOf(request)}${by ? `，由 ${by} 处理。` : '，没有人在期限内处理。'}`,
    link: requestPath(request.request_id),
  })
  if (!request.account_id) return
  await notify(transaction, services, {
    to: { accountIds: [request.account_id] },
    kind: 'request_decided',
    subject,
    title: `您的申请${outcome}`,
    text: `${wordsOf(request)}：${text}`,
    link: paths.personalDetails,
  })
}

/** Requests in one batch: few enough that their locks block nobody for long. */
const batch = 100

/** Lets undecided requests lapse after their end. They count as lapsed from their end on; this records it. */
export async function lapseRequests(
  { system, config, jobs }: Needed & Pick<Services, 'system'>,
  _payload: unknown,
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  const alone = forEachIsolated({ log, stopping }, '申请到期而没有作废')
  await alone.run(await companiesLapsing(system), ({ company_id: companyId }) =>
    inBatches({ stopping, batch }, () =>
      system.transaction(async transaction => {
        const over = await lapse(transaction, companyId, batch)
        for (const request of over) {
          const entry = { id: request.employee_id, name: request.employee_name, detail: wordsOf(request) }
          await asCompany(transaction, companyId, company =>
            recordActivity(company, companyId, [{ action: 'request.lapsed', ...entry }]),
          )
          await notifyOfDecision(transaction, { config, jobs }, companyId, request, {
            outcome: '已过期',
            by: null,
            text: '管理员没有在期限内处理，请重新申请或直接联系管理员。',
          })
        }
        return over.length
      }),
    ),
  )
  alone.end()
}
