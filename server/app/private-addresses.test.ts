import { expect, test } from 'vitest'
import { z } from 'zod'
import { sealSecrets } from '#server/modules/robots/secrets.ts'
import { counterpart } from '#server/testing/counterpart.ts'
import { testPortal } from '#server/testing/portal.ts'

/*
 * Most tests let the portal reach systems on this machine (WEBHOOK_PRIVATE). These run it as in production: no address that a
 * company enters leads into internal networks, neither when it is set nor when it is used (decision 0017).
 */

/** An address on this machine where nothing listens: requests to it fail as unreachable, not as an unusable address. */
const nobody = 'https://127.0.0.1:1'

/** Requests that reached the system on this machine. */
let reached: string[] = []
const portal = await testPortal({ WEBHOOK_RETRY_MS: '5', WECOM_API_URL: nobody })
const { make, call, system, config } = portal
const problem = z.object({ problem: z.string().nullable() })

async function inside(): Promise<string> {
  reached = []
  const host = await counterpart(({ url }) => {
    reached.push(url.pathname)
    return { body: {} }
  })
  return `http://${host}`
}

async function office() {
  const company = await make.company()
  return { company, sid: await make.session(company.owner.account) }
}

test.each(['https://127.0.0.1/', 'https://10.1.2.3/', 'https://[::1]/', 'https://localhost/', 'http://example.com/'])(
  'no webhook, identity provider or group robot is set to %s',
  async url => {
    const { sid } = await office()
    const { webhook_id } = (await call('createWebhook', { url: 'https://example.com/', events: null }, { sid })).data
    const provider = { kind: 'oidc' as const, issuer: url, client_id: 'portal', client_secret: 'secret' }
    const robot = `${url}cgi-bin/webhook/send?key=12345678-1234-1234-1234-123456789012`
    const answers = [
      await call('createWebhook', { url, events: null }, { sid }),
      await call('setWebhook', { webhook_id, url }, { sid }),
      await call('setCompanySignIn', provider, { sid }),
      await call('addCompanyRobot', { provider: 'wecom', name: '运营群', kinds: ['orders'], url: robot }, { sid }),
    ]
    expect(answers.map(({ code }) => code)).toEqual([-55002, -55002, -59103, -59701])
  },
)

test('no event is sent to a webhook on this machine', async () => {
  const { company, sid } = await office()
  await call('createWebhook', { url: 'https://example.com/', events: ['department.added'] }, { sid })
  await system.change`update webhook set url = ${await inside()} where company_id = ${company.id}`
  expect((await call('setDepartment', { name: '运营' }, { sid })).code).toBe(200)
  const attempt = () =>
    system.row(problem)`select problem from webhook_attempt where company_id = ${company.id} limit 1`
  await expect.poll(attempt).toMatchObject({ problem: expect.stringMatching(/https|网络/) })
  expect(reached).toEqual([])
})

test('identity providers on this machine are not queried', async () => {
  const { company, sid } = await office()
  const settings = { kind: 'oidc' as const, issuer: 'https://idp.example.com', client_id: 'portal', client_secret: 'x' }
  expect((await call('setCompanySignIn', settings, { sid })).code).toBe(200)
  await system.change`update company_sign_in set issuer = ${nobody} where company_id = ${company.id}`
  expect(await call('beginSignInTest', {}, { sid })).toMatchObject({
    code: -59103,
    data: expect.stringMatching(/^地址不能使用/),
  })
})

test('no directory on this machine is read', async () => {
  const { sid } = await office()
  const rules = { owns: ['name' as const], successor_id: null }
  await call('setDirectory', { source: 'wecom', leaver: 'disable', successor: 'none', ...rules }, { sid })
  await call('setDirectoryProvider', { tenant: 'corp', client_id: '', client_secret: 'secret' }, { sid })
  expect((await call('fetchDirectory', {}, { sid })).code).toBe(200)
  const said = async () => (await call('getDirectory', {}, { sid })).data.provider?.problem
  await expect.poll(said).toMatch(/^地址不能使用/)
})

test('no message is sent to a group robot on this machine', async () => {
  const { company, sid } = await office()
  const url = 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=12345678-1234-1234-1234-123456789012'
  const robot = { provider: 'wecom' as const, name: '运营群', kinds: ['orders' as const] }
  const { robot_id } = (await call('addCompanyRobot', { ...robot, url }, { sid })).data
  const sealed = sealSecrets(config, robot_id, {
    url: url.replace('https://qyapi.weixin.qq.com', await inside()),
    secret: '',
  })
  await system.change`update company_robot set secrets_sealed = ${sealed} where company_id = ${company.id}`
  expect((await call('tryCompanyRobot', { robot_id }, { sid })).code).toBe(200)
  const attempt = () => system.row(problem)`select problem from robot_attempt where company_id = ${company.id} limit 1`
  await expect.poll(attempt).toMatchObject({ problem: expect.stringMatching(/^地址不能使用/) })
  expect(reached).toEqual([])
})
