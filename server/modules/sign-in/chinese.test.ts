import { expect, test } from 'vitest'
import { newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'
import { signInCounterparts } from '#server/testing/sign-in-counterparts.ts'

const settings = { tenant: 'corp-1', clientId: 'app-1', secret: 'secret-1' }
const counterparts = await signInCounterparts(settings)
const { base } = counterparts
const portal = await testPortal({
  ...{ WEBHOOK_PRIVATE: '1', WECOM_API_URL: base, DINGTALK_API_URL: base, FEISHU_API_URL: base },
})
const { call, make, system } = portal
const password = 'Blue-Sail-7'

test.each(['wecom', 'dingtalk', 'feishu'] as const)(
  '%s lets in members of the company through its own page, each code once',
  async kind => {
    const company = await make.company()
    const sid = await make.session(company.owner.account)
    const set = (more: object = {}) =>
      call(
        'setCompanySignIn',
        { kind, issuer: settings.tenant, client_id: settings.clientId, client_secret: settings.secret, ...more },
        { sid },
      )
    await system.change`
    insert into company_domain (company_id, domain, token, proved_at) values (${company.id}, 'example.com', 'token', now())`
    const rehearse = async () => {
      const { url, secret } = (await call('beginSignInTest', {}, { sid })).data
      return call('completeCompanySignIn', { parameters: counterparts.logIn(url, 'admin'), secret })
    }
    await set({ client_secret: 'wrong' })
    expect((await rehearse()).code).toBe(-59103)
    expect((await set()).code).toBe(200)
    expect((await rehearse()).data).toMatchObject({ purpose: 'test', shown: '姓名admin' })
    expect((await call('switchCompanySignIn', { state: 'on', required: false }, { sid })).code).toBe(200)

    const account = await make.account({ password, phone: newPhone() })
    await make.employee(company.id, { account })
    const begin = async (headers = {}) =>
      (await call('beginCompanySignIn', { is_agree: 1, company_id: company.id }, { headers })).data
    const signIn = async (tenant?: string, headers?: Record<string, string>) => {
      const { url, secret } = await begin(headers)
      return call('completeCompanySignIn', { parameters: counterparts.logIn(url, 'u1', tenant), secret })
    }
    const first = await signIn()
    expect(first.data).toMatchObject({ opened: null, shown: '姓名u1' })
    const ticket = first.data.ticket ?? ''
    expect((await call('wLogin', { is_agree: 1, username: account.phone, password, ticket })).code).toBe(200)
    expect((await signIn()).data.opened?.user_info.account_id).toBe(account.id)
    // A person of another company at the same provider is unknown here.
    expect((await signIn('corp-2')).code).toBe(-59112)
    const [one, other] = [await begin(), await begin()]
    const spent = counterparts.logIn(one.url, 'u1')
    expect((await call('completeCompanySignIn', { parameters: spent, secret: one.secret })).code).toBe(200)
    const replayed = { ...spent, state: new URL(other.url).searchParams.get('state') ?? '' }
    expect((await call('completeCompanySignIn', { parameters: replayed, secret: other.secret })).code).toBe(-59112)
    if (kind !== 'wecom') return
    // Without a name the person is shown by the id.
    const nameless = await begin()
    const parameters = counterparts.logIn(nameless.url, 'nameless')
    expect((await call('completeCompanySignIn', { parameters, secret: nameless.secret })).data.shown).toBe('nameless')
    // 企业微信's own browser uses another page, without scanning.
    const inside = { 'user-agent': 'Mozilla/5.0 MicroMessenger/7.0.1 wxwork/4.1.0' }
    expect((await begin()).url).toMatch(/\/wwlogin\/sso\/login\?login_type=CorpApp/)
    expect((await begin(inside)).url).toMatch(/\/connect\/oauth2\/authorize\?.*scope=snsapi_base.*#wechat_redirect$/)
    expect((await signIn(undefined, inside)).data.opened?.user_info.account_id).toBe(account.id)
  },
)
