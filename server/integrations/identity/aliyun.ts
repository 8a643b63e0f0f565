import { z } from 'zod'
import type { Config } from '#server/core/config.ts'
import { type SignedRequest, signAction } from '../aliyun/acs3.ts'
import { checkTimeout, type Identity, IdentityFailure, type IdentityResult, type IdentityService } from './identity.ts'

type Settings = Pick<Config, 'identityEndpoint' | 'identityAccessKeyId' | 'identityAccessKeySecret'>

interface Answered {
  status: number
  text: string
}

/** Sends a request. The sandbox answers in place of the network. */
export type Send = (request: SignedRequest, signal: AbortSignal) => Promise<Answered>

const answer = z.object({
  Code: z.union([z.string(), z.number()]).transform(String),
  ResultObject: z.object({ BizCode: z.union([z.string(), z.number()]).transform(String) }).nullish(),
})

const results: Record<string, IdentityResult> = { 1: 'match', 2: 'mismatch', 3: 'undecided' }

const overTheNetwork: Send = async ({ method, url, headers, body }, signal) => {
  // The Host header is derived from the URL.
  const { host: _, ...others } = headers as Record<string, string>
  const response = await fetch(url, { method, headers: others, body: new Uint8Array(body), signal, redirect: 'error' })
  return { status: response.status, text: await response.text() }
}

/** Aliyun's two-factor identity verification (Id2MetaVerify). Its SDK would add 20 MB for this one request. */
export function createAliyunIdentity(
  { identityEndpoint, identityAccessKeyId = '', identityAccessKeySecret = '' }: Settings,
  { send = overTheNetwork, timeout = checkTimeout, name = '阿里云' } = {},
): IdentityService {
  const endpoint = identityEndpoint ?? 'https://cloudauth.aliyuncs.com'
  const key = { id: identityAccessKeyId, secret: identityAccessKeySecret }

  async function request({ name: UserName, number: IdentifyNum }: Identity) {
    const parameters = { ParamType: 'normal', IdentifyNum, UserName }
    const signed = signAction(endpoint, { action: 'Id2MetaVerify', version: '2019-03-07', parameters }, key)
    // The error may quote the URL with the name and the number, so it is dropped.
    const answered = await send(signed, AbortSignal.timeout(timeout)).catch(() => undefined)
    if (!answered) throw new IdentityFailure('核验服务没有应答')
    const read = answer.safeParse(parsed(answered.text))
    if (!read.success) throw new IdentityFailure(`核验服务的应答无法识别（HTTP ${answered.status}）`)
    return read.data
  }

  return {
    name,
    async check(identity) {
      const { Code, ResultObject } = await request(identity)
      const result = Code === '200' && ResultObject ? results[ResultObject.BizCode] : undefined
      if (!result) throw new IdentityFailure(`核验服务没有给出结果：${codeOf(Code)}`)
      return result
    },
    async verifyAccess() {
      // Without a name and a number the request is refused, and nothing is looked up or charged.
      const { Code } = await request({ name: '', number: '' })
      if (!/^(400|401|200)$/.test(Code) && !/^(Missing|Invalid)(?!AccessKey)\w*$/.test(Code))
        throw new IdentityFailure(`核验服务拒绝了访问：${codeOf(Code)}`)
    },
  }
}

/** Only text that looks like a code is passed on, because other text may quote the request. */
const codeOf = (code: string) => (/^[\w.]{1,60}$/.test(code) ? code : '未知')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
