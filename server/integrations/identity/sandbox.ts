import { isSigned, type SignedRequest } from '../aliyun/acs3.ts'
import { createAliyunIdentity } from './aliyun.ts'
import type { IdentityService } from './identity.ts'

const key = { id: 'sandbox', secret: 'the sandbox checks it like the real one' }

/**
 * Answers like the real service, which it replaces in the demonstration and in tests: it checks the signature, and the name
 * determines the answer. 不符… does not match its number, 无名… is unknown, and 故障… causes a fault.
 */
export function answerAsService(request: SignedRequest, accessKey = key): { status: number; body: object } {
  if (!isSigned(request, accessKey))
    return { status: 400, body: { Code: 'SignatureDoesNotMatch', Message: 'signature' } }
  const parameters = request.url.searchParams
  const [name, number] = [parameters.get('UserName') ?? '', parameters.get('IdentifyNum') ?? '']
  if (parameters.get('ParamType') !== 'normal' || !name || !number)
    return { status: 200, body: { Code: '400', Message: '参数不能为空' } }
  if (name.startsWith('故障')) return { status: 200, body: { Code: '402', Message: '权威源服务异常' } }
  const BizCode = name.startsWith('不符') ? '2' : name.startsWith('无名') ? '3' : '1'
  return { status: 200, body: { Code: '200', Message: 'success', ResultObject: { BizCode } } }
}

/** Creates the real adapter, with this process in place of the network. */
export const createSandboxIdentity = (): IdentityService =>
  createAliyunIdentity(
    { identityEndpoint: 'http://identity.sandbox', identityAccessKeyId: key.id, identityAccessKeySecret: key.secret },
    {
      name: '演示',
      send: async request => {
        const { status, body } = answerAsService(request)
        return { status, text: JSON.stringify(body) }
      },
    },
  )
