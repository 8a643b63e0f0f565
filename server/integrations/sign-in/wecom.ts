import { z } from 'zod'
import { askJson } from './asking.ts'
import { type Outside, type ProviderSettings, ProviderTrouble, type SignInProvider, SignInRefused } from './provider.ts'

const tokenAnswer = z.looseObject({ errcode: z.int().optional(), access_token: z.string().optional() })
const identityAnswer = z.looseObject({
  errcode: z.int(),
  userid: z.string().optional(),
  openid: z.string().optional(),
})
const userAnswer = z.looseObject({ errcode: z.int(), name: z.string().optional() })

/** The code is unknown, used or too old. */
const badCode = 40029

/**
 * 企业微信, https://developer.work.weixin.qq.com/document/path/98152 (scan) and path/91022 (in its own browser). `issuer` is the
 * company's id there (CorpID), `clientId` the agent's. Only that company's members can sign in: the token is the company's.
 */
export const createWecom = (
  { issuer: corpId, clientId: agentId, secret }: ProviderSettings,
  { allowPrivate, bases }: Outside,
): SignInProvider => ({
  async begin({ state, callback }, { isInside }) {
    const address = new URL(
      isInside ? `${bases.wecomInside}/connect/oauth2/authorize` : `${bases.wecomLogin}/wwlogin/sso/login`,
    )
    const parameters = isInside
      ? { appid: corpId, redirect_uri: callback, response_type: 'code', scope: 'snsapi_base', state, agentid: agentId }
      : { login_type: 'CorpApp', appid: corpId, agentid: agentId, redirect_uri: callback, state }
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
    return isInside ? `${address.href}#wechat_redirect` : address.href
  },

  async complete(_way, { code }) {
    if (!code) throw new SignInRefused('登录被取消')
    const ask = <Answer>(path: string, query: Record<string, string>, answer: z.ZodType<Answer>) =>
      askJson(`${bases.wecom}/cgi-bin/${path}?${new URLSearchParams(query)}`, answer, { allowPrivate })
    const { errcode: tokenProblem = 0, access_token } = await ask(
      'gettoken',
      { corpid: corpId, corpsecret: secret },
      tokenAnswer,
    )
    if (tokenProblem || !access_token) throw new ProviderTrouble(`企业微信 ${tokenProblem}：企业编号或应用密钥不正确`)
    const identity = await ask('auth/getuserinfo', { access_token, code }, identityAnswer)
    if (identity.errcode === badCode) throw new SignInRefused('授权码已失效，请重新开始')
    if (identity.errcode) throw new ProviderTrouble(`企业微信 ${identity.errcode}`)
    if (!identity.userid) throw new SignInRefused('您不是该企业在企业微信里的成员')
    // The person is already identified above; the name is only displayed.
    const user = await ask('user/get', { access_token, userid: identity.userid }, userAnswer).catch(error => {
      if (error instanceof ProviderTrouble) return undefined
      throw error
    })
    return { subject: identity.userid, name: user?.name ?? '', mail: null }
  },
})
