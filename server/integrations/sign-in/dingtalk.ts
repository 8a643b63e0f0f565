import { z } from 'zod'
import { askJson } from './asking.ts'
import { type Outside, type ProviderSettings, ProviderTrouble, type SignInProvider, SignInRefused } from './provider.ts'

const tokenAnswer = z.looseObject({
  accessToken: z.string().optional(),
  corpId: z.string().optional(),
  code: z.string().optional(),
})
const userAnswer = z.looseObject({ unionId: z.string().optional(), nick: z.string().optional() })

/**
 * 钉钉, https://open.dingtalk.com/document/orgapp/tutorial-obtaining-user-personal-information. `issuer` is the company's id there
 * (CorpId), `clientId` the application's. The same page serves the browser, by scanning, and 钉钉 itself. A person chooses the
 * organisation on it, so the answer has to name the company's own.
 */
export const createDingtalk = (
  { issuer: corpId, clientId, secret }: ProviderSettings,
  { allowPrivate, bases }: Outside,
): SignInProvider => ({
  async begin({ state, callback }) {
    const address = new URL(`${bases.dingtalkLogin}/oauth2/auth`)
    const parameters = {
      ...{ redirect_uri: callback, response_type: 'code', client_id: clientId, scope: 'openid corpid', state },
      ...{ prompt: 'consent', corpId },
    }
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
    return address.href
  },

  async complete(_way, { authCode, code = authCode }) {
    if (!code) throw new SignInRefused('登录被取消')
    const body = { clientId, clientSecret: secret, code, grantType: 'authorization_code' }
    const token = await askJson(`${bases.dingtalk}/v1.0/oauth2/userAccessToken`, tokenAnswer, {
      ...{ method: 'POST', body, allowPrivate },
    })
    if (!token.accessToken) {
      const problem = (token.code ?? '').replace(/[^\w.-]/g, '').slice(0, 60)
      if (/code/i.test(problem)) throw new SignInRefused('授权码已失效，请重新开始')
      throw new ProviderTrouble(`钉钉 ${problem || '没有给出令牌'}`)
    }
    if (token.corpId !== corpId) throw new SignInRefused('您在钉钉里选择的组织不是这家企业')
    const headers = { 'x-acs-dingtalk-access-token': token.accessToken }
    const user = await askJson(`${bases.dingtalk}/v1.0/contact/users/me`, userAnswer, { headers, allowPrivate })
    if (!user.unionId) throw new ProviderTrouble('钉钉没有说明是谁，请为应用开通个人信息的权限')
    return { subject: user.unionId, name: user.nick ?? '', mail: null }
  },
})
