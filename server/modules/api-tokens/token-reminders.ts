import { z } from 'zod'
import { clockInChina } from '#contract/access-times.ts'
import { id } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'
import { apiToken } from '#contract/records/api-token.ts'
import type { Database } from '#server/database/database.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { notify } from '#server/engines/notices/notices.ts'

/** Days before a token's end, in which it can be replaced, and after it, in which it is still reported. */
const days = 7

const ending = apiToken.schema
  .pick({ token_id: true, name: true })
  .extend({ company_id: id, at: z.iso.datetime(), is_over: z.boolean() })

/**
 * Tokens that end soon, or have ended with their creator's authority. Short-lived and revoked ones are left out, because their
 * managers know.
 */
const tokensEnding = (system: Database) =>
  system.rows(ending)`
    select token.company_id, token.id as token_id, token.name, coalesce(token.ended_at, token.expires_at) as at,
      token.ended_at is not null as is_over
    from api_token token join company on company.id = token.company_id and company.state <> 'frozen'
    where token.expires_at > now() and (
      token.ended_at is null and token.expires_at <= now() + make_interval(days => ${days}::integer)
        and token.created_at <= token.expires_at - make_interval(days => ${days}::integer)
      or token.end_reason = 'maker' and token.ended_at > now() - make_interval(days => ${days}::integer))
    order by at, token.id`

/** The subject of the notice about a token's coming end, which is settled once the token is revoked. */
export const endingSubject = (tokenId: string) => `token:${tokenId}:ending`

const followed = '用它的系统（如企业目录、人事同步）将被拒绝，离职的人也不再随之停用'

/** Notifies the managers once of each token that ends: the systems that use it would fail unseen, and leavers keep their access. */
export async function remindOfTokens(
  services: Pick<TaskServices, 'system' | 'config' | 'jobs'>,
  _payload: unknown,
  job: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  const alone = forEachIsolated(job, '没有提醒接口令牌到期')
  await alone.run(await tokensEnding(services.system), async ({ company_id, token_id, name, at, is_over }) => {
    await notify(services.system, services, {
      to: { managersOfCompany: company_id },
      kind: 'token_ending',
      // Guard: the notice's subject is unique, so that the next hourly run notifies nobody again.
      subject: is_over ? `token:${token_id}:ended` : endingSubject(token_id),
      title: is_over ? '接口令牌已失效' : '接口令牌即将到期',
      text: is_over
        ? `「${name}」的创建者不再是企业的管理员，它已失效：${followed}。请另建令牌换上。`
        : `「${name}」将在 ${clockInChina(at)} 到期，到期后${followed}。请在此之前另建令牌换上。`,
      link: paths.openInterfaces,
    })
  })
  alone.end()
}
