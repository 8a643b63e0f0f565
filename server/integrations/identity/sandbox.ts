import { isSigned, type SignedRequest } from '../aliyun/acs3.ts'
import { createAliyunIdentity } from './aliyun.ts'
import type { IdentityService } from './identity.ts'

const key = { id: 'sandbox', secret: 'the sandbox checks it like the real one' }

/**
 * Answers like the real service, which it takes the place of in the demonstration and in tests: it checks the signature, and
 * a name says what it knows. 不符… does not belong to its number, 无名… is not known, and 故障… meets a fault.
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

/** The real adapter, with this process in the place of the network. */
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
