import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { paths } from '#contract/paths.ts'
import { testPortal } from '#server/testing/portal.ts'
import { remindOfTokens } from './token-reminders.ts'

const { call, make, services, system } = await testPortal()
const job = { log: pino({ level: 'silent' }), stopping: new AbortController().signal }
const remind = () => remindOfTokens(services, undefined, job)

async function office() {
  const company = await make.company({ managers: 1 })
  const token = async (name: string, left: number, age = 100) => {
    const { id } = await make.apiToken(company, { name })
    await system.change`
      update api_token set created_at = now() - make_interval(days => ${age}::integer),
        expires_at = now() + make_interval(days => ${left}::integer)
      where id = ${id}`
    return id
  }
  const noticeTitles = async () =>
    (
      await system.rows(z.object({ title: z.string(), text: z.string() }))`
        select title, text from notice where account_id = ${company.owner.account.id} and kind = 'token_ending' order by id`
    ).map(({ title, text }) => `${title} ${/「(.*?)」/.exec(text)?.[1]}`)
  return { company, token, noticeTitles }
}

test('managers are reminded once, a week before a token ends, but not of a token that was made for a few days or lasts longer', async () => {
  const { company, token, noticeTitles } = await office()
  const token_id = await token('人事系统', 6)
  await token('还早的', 9)
  await token('试用的', 3, 1)
  await remind()
  await Promise.all([remind(), remind()])
  expect(await noticeTitles()).toEqual(['接口令牌即将到期 人事系统'])
  const sid = await make.session(company.owner.account)
  const notices = async () =>
    (await call('getNoticeList', {}, { sid })).data.list.flatMap(({ kind, link, read }) =>
      kind === 'token_ending' ? [{ link, read }] : [],
    )
  expect(await notices()).toEqual([{ link: paths.openInterfaces, read: false }])
  // With a replacement in place nothing is left to check.
  await call('revokeApiToken', { token_id }, { sid })
  expect(await notices()).toEqual([{ link: paths.openInterfaces, read: true }])
})

// Guard: `end_tokens` ends tokens silently. Without the notice a directory stops removing leavers, and nobody knows.
test('managers are notified when a token ends because its creator left, and not of tokens that they revoked themselves', async () => {
  const { company, noticeTitles } = await office()
  const [manager] = company.managers
  if (!manager) throw new Error('the company has a manager')
  const sid = await make.session(company.owner.account)
  const { id } = await make.apiToken(company, { name: '撤销的' })
  await call('revokeApiToken', { token_id: id }, { sid })
  const { id: directory } = await make.apiToken(company, { name: '企业目录' })
  await system.change`
    update api_token set account_id = ${manager.account.id}, employee_id = ${manager.id} where id = ${directory}`
  await system.change`update employee set role = 'employee' where id = ${manager.id}`
  await remind()
  await remind()
  expect(await noticeTitles()).toEqual(['接口令牌已失效 企业目录'])
})
