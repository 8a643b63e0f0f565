import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll } from 'vitest'

interface Issued {
  userId: string
  tenant: string
  clientId: string
  callback: string
  challenge: string | null
}

/**
 * Simulates 企业微信, 钉钉 and 飞书 locally: their pages issue a code, their interfaces accept it once, for the company and the application
 * that it was issued to, and refuse as the real ones do. `logIn` follows the page as a person who chooses `tenant`.
 */
export async function signInCounterparts(settings: { tenant: string; clientId: string; secret: string }) {
  const codes = new Map<string, Issued>()
  const tokens = new Map<string, string>()
  const take = (code: string) => {
    const issued = codes.get(code)
    codes.delete(code)
    return issued
  }
  const newToken = (holder: string) => {
    const token = randomUUID()
    tokens.set(token, holder)
    return token
  }

  async function answer(request: IncomingMessage): Promise<object> {
    const url = new URL(request.url ?? '/', 'http://counterpart')
    const query = Object.fromEntries(url.searchParams)
    const body = request.method === 'POST' ? ((await json(request)) as Record<string, string>) : {}
    switch (url.pathname) {
      case '/cgi-bin/gettoken': {
        if (query.corpid !== settings.tenant) return { errcode: 40013, errmsg: 'invalid corpid' }
        if (query.corpsecret !== settings.secret) return { errcode: 40001, errmsg: 'invalid credential' }
        return { errcode: 0, errmsg: 'ok', access_token: newToken('application'), expires_in: 7200 }
      }
      case '/cgi-bin/auth/getuserinfo': {
        if (!tokens.has(query.access_token ?? '')) return { errcode: 40014, errmsg: 'invalid access_token' }
        const issued = take(query.code ?? '')
        if (!issued) return { errcode: 40029, errmsg: 'invalid code' }
        return issued.tenant === settings.tenant
          ? { errcode: 0, errmsg: 'ok', userid: issued.userId }
          : { errcode: 0, errmsg: 'ok', openid: issued.userId }
      }
      case '/cgi-bin/user/get':
        // An answer that may come from a gateway in between.
        if (query.userid === 'nameless') return {}
        return { errcode: 0, errmsg: 'ok', userid: query.userid, name: `姓名${query.userid}` }
      case '/v1.0/oauth2/userAccessToken': {
        const issued = take(body.code ?? '')
        if (body.clientId !== settings.clientId || body.clientSecret !== settings.secret)
          return { code: 'invalidClientIdOrSecret' }
        if (!issued || issued.clientId !== body.clientId) return { code: 'invalidParameter.authCode.notFound' }
        return { accessToken: newToken(issued.userId), expireIn: 7200, corpId: issued.tenant }
      }
      case '/v1.0/contact/users/me': {
        const holder = tokens.get(String(request.headers['x-acs-dingtalk-access-token']))
        return holder ? { unionId: holder, nick: `姓名${holder}` } : { code: 'InvalidAuthentication' }
      }
      case '/open-apis/authen/v2/oauth/token': {
        const issued = take(body.code ?? '')
        if (body.client_id !== settings.clientId || body.client_secret !== settings.secret) return { code: 20002 }
        if (!issued) return { code: 20003, error: 'invalid_grant' }
        if (body.redirect_uri !== issued.callback) return { code: 20071 }
        const challenge = createHash('sha256')
          .update(body.code_verifier ?? '')
          .digest('base64url')
        if (challenge !== issued.challenge) return { code: 20049 }
        return { code: 0, access_token: newToken(`${issued.tenant} ${issued.userId}`), expires_in: 7200 }
      }
      case '/open-apis/authen/v1/user_info': {
        const holder = tokens.get(String(request.headers.authorization).replace('Bearer ', ''))
        const [tenant_key, open_id] = holder?.split(' ') ?? []
        return holder ? { code: 0, data: { open_id, tenant_key, name: `姓名${open_id}` } } : { code: 20005 }
      }
      default:
        return { code: 404 }
    }
  }
  const server = createServer((request, response) => {
    void answer(request).then(body => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  function logIn(page: string, userId: string, tenant = settings.tenant): Record<string, string> {
    const { pathname, searchParams } = new URL(page)
    const read = (name: string) => searchParams.get(name)
    const clientId = read('client_id') ?? read('agentid') ?? ''
    const corp = read('appid') ?? read('corpId')
    if (corp !== null && corp !== settings.tenant) throw new Error('the page does not know the company')
    if (clientId !== settings.clientId) throw new Error('the page does not know the application')
    const code = randomUUID()
    const callback = read('redirect_uri') ?? ''
    codes.set(code, { userId, tenant, clientId, callback, challenge: read('code_challenge') })
    // 钉钉 has another name for it.
    return { [pathname === '/oauth2/auth' ? 'authCode' : 'code']: code, state: read('state') ?? '' }
  }

  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, logIn }
}
