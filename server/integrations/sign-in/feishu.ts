import { z } from 'zod'
import { askJson } from './asking.ts'
import { calculateChallenge } from './challenge.ts'
import { type Outside, type ProviderSettings, ProviderTrouble, type SignInProvider, SignInRefused } from './provider.ts'

const tokenAnswer = z.looseObject({ code: z.int().optional(), access_token: z.string().optional() })
const userAnswer = z.looseObject({
  code: z.int(),
  data: z
    .looseObject({ open_id: z.string().optional(), name: z.string().optional(), tenant_key: z.string().optional() })
    .optional(),
})

/** The code is unknown, used, expired, or was issued for another challenge. */
const badCodes = new Set([20003, 20004, 20010, 20024, 20049, 20071])

/**
 * 飞书, https://open.feishu.cn/document/common-capabilities/sso/api/obtain-oauth-code. `issuer` is the company's tenant_key there,
 * `clientId` the application's. The same page serves the browser, by scanning, and 飞书 itself.
 */
export const createFeishu = (
  { issuer: tenantKey, clientId, secret }: ProviderSettings,
  { allowPrivate, bases }: Outside,
): SignInProvider => ({
  async begin({ state, verifier, callback }) {
    const address = new URL(`${bases.feishuLogin}/open-apis/authen/v1/authorize`)
    const parameters = {
      ...{ client_id: clientId, redirect_uri: callback, response_type: 'code', state },
      ...{ code_challenge: calculateChallenge(verifier), code_challenge_method: 'S256' },
    }
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
    return address.href
  },

  async complete({ verifier, callback }, { code }) {
    if (!code) throw new SignInRefused('登录被取消')
    const body = {
      ...{ grant_type: 'authorization_code', client_id: clientId, client_secret: secret, code },
      ...{ redirect_uri: callback, code_verifier: verifier },
    }
    const token = await askJson(`${bases.feishu}/open-apis/authen/v2/oauth/token`, tokenAnswer, {
      ...{ method: 'POST', body, allowPrivate },
    })
    if (badCodes.has(token.code ?? 0)) throw new SignInRefused('授权码已失效，请重新开始')
    if (token.code || !token.access_token) throw new ProviderTrouble(`飞书 ${token.code ?? '没有给出令牌'}`)
    const headers = { authorization: `Bearer ${token.access_token}` }
    const user = await askJson(`${bases.feishu}/open-apis/authen/v1/user_info`, userAnswer, { headers, allowPrivate })
    const { open_id, name = '', tenant_key } = user.data ?? {}
    if (user.code || !open_id) throw new ProviderTrouble(`飞书 ${user.code}`)
    if (tenant_key !== tenantKey) throw new SignInRefused('您在飞书里的企业不是这家企业')
    return { subject: open_id, name, mail: null }
  },
})
