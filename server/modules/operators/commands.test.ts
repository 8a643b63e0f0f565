import sql from 'sql-template-tag'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { CommandUsage } from '#server/core/command-usage.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { operatorCommand } from './commands.ts'

const portal = await testPortal()
const { system, operate } = portal

let printed: string[]
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation(text => void printed.push(String(text)))
})

const run = (typed: string[], roles?: string) =>
  runAs('cli:test@host', () => operatorCommand(work => work({ system }), typed, { roles }))
const printedPassword = () => /一次性密码 ([a-z2-9]{20})/.exec(printed.join('\n'))?.[1] ?? ''
const logIn = async (name: string, password: string) => (await operate('logIn', { name, password })).code

test('the first owner is created on the command line, and restored there when nobody else can', async () => {
  await run(['add', 'first', '第一人'], 'owner,finance')
  const input = printedPassword()
  expect(await logIn('first', input)).toBe(200)
  await expect(run(['add', 'first'], 'owner')).rejects.toThrow('已有名为 first 的操作员')

  await run(['add', 'second', '第二人'], 'owner')
  await run(['disable', 'first'])
  expect(await logIn('first', input)).toBe(-53004)
  await system.change`update operator set totp_sealed = '\\x00' where name = 'first'`
  printed = []
  await run(['reset', 'first'])
  expect(await logIn('first', input)).toBe(-41001)
  const again = printedPassword()
  expect(await logIn('first', again), 'without the authenticator that was lost').toBe(200)

  printed = []
  await run(['list'])
  expect(printed.join('\n')).toContain('first  第一人  owner,finance  active  未绑定验证器')
  const audited = await system.rows(z.object({ action: z.string(), unconfirmed: z.boolean() }))`
    select action, coalesce(after->>'without_approval' = 'true', false) as unconfirmed
    from audit_entry where actor = 'cli:test@host' order by id`
  expect(audited.map(({ action }) => action)).toEqual([
    'operator.added',
    'operator.added',
    'operator.disabled',
    'operator.reset',
  ])
  expect(audited.every(({ unconfirmed }) => unconfirmed)).toBe(true)
  const kept = await system.rows(
    z.object({ text: z.string() }),
  )`select to_jsonb(audit_entry)::text as text from audit_entry`
  expect(kept.some(({ text }) => text.includes(input) || text.includes(again))).toBe(false)
})

test('a sole owner assigns roles on the command line, audited as unapproved; the sessions end', async () => {
  const { id, name, token } = await portal.make.operator('support')
  await run(['roles', name], 'support,finance')
  expect((await operate('getSelf', {}, { token })).code).toBe(-41004)
  const self = await operate('getSelf', {}, { token: await portal.make.operatorSession(id) })
  expect(self.data.roles).toEqual(['support', 'finance'])
  const [entry] = await system.rows(
    z.object({ before: z.unknown(), after: z.unknown() }),
  )`select before, after from audit_entry where action = 'operator.changed' and target = ${`operator:${id}`}`
  expect(entry).toEqual({
    before: { roles: ['support'] },
    after: { roles: ['support', 'finance'], without_approval: true },
  })
})

test('the command line refuses to disable or demote the last owner, also concurrently', async () => {
  await system.change`update operator set state = 'disabled' where 'owner' = any(roles)`
  const last = await portal.make.operator('owner')
  await expect(run(['disable', last.name])).rejects.toThrow(`${last.name} 是唯一能登录的负责人`)
  await expect(run(['roles', last.name], 'finance')).rejects.toThrow('唯一能登录的负责人')
  expect((await operate('getSelf', {}, { token: last.token })).data).toMatchObject({ roles: ['owner'] })
  await run(['roles', last.name], 'owner,finance')

  const support = await portal.make.operator('support')
  await run(['disable', support.name])
  // Guard: `lockOwners`; without its lock two owners could leave concurrently.
  const other = await portal.make.operator('owner')
  const gone = sql`update operator set state = 'disabled' where id = ${other.id}`
  const disabling = overtakenBy(system, [gone], () => run(['disable', last.name]))
  await expect(disabling).rejects.toThrow('唯一能登录的负责人')
})

test.each([
  ['an auditor who also acts', ['add', 'second'], 'auditor,finance'],
  ['no roles', ['add', 'second'], undefined],
  ['a role that does not exist', ['add', 'second'], 'owner,chief'],
  ['a name that could not log in', ['add', 'Second One'], 'owner'],
  ['no such command', ['remove', 'first'], undefined],
])('%s shows the usage', async (_what, typed, roles) => {
  await expect(run(typed, roles)).rejects.toBeInstanceOf(CommandUsage)
})

test('an unknown name is refused', async () => {
  await expect(run(['reset', 'nobody'])).rejects.toThrow('没有名为 nobody 的操作员')
})
