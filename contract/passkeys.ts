import { z } from 'zod'
import { loginLimit, terminalApprovalCodes, wLogin } from './accounts.ts'
import { call } from './call.ts'
import { agreed, id, listOf } from './fields.ts'
import { passkey } from './records/passkey.ts'
import { passkeyAssertion, passkeyAttestation, passkeyCreation, passkeyRequest } from './webauthn.ts'

export const beginPasskeyLogin = call({
  path: '/v1/user/beginPasskeyLogin',
  effect: 'change',
  // Each opened login asks for one, and a company's employees share an address: at 120 the button would be refused to some of them.
  limits: [{ name: 'passkey-login', by: 'address', max: 3000, seconds: 3600 }],
  access: 'public',
  about: '取得通行密钥登录的选项，其中的随机串两分钟内可用一次；不提交账号，因此不会透露谁有通行密钥。',
  output: z.object({ options: passkeyRequest }),
  codes: [-41033, 429],
})

export const logInWithPasskey = call({
  path: '/v1/user/logInWithPasskey',
  effect: 'change',
  idempotency: 'prepared',
  limits: [loginLimit],
  access: 'public',
  about: '用通行密钥登录，应答与密码登录相同。',
  input: z.strictObject({ is_agree: agreed, passkey: passkeyAssertion }),
  output: wLogin.output,
  codes: [...terminalApprovalCodes, -41002, -41009, -41030, -41031, -41033, -59116, 429],
})

export const getPasskeyList = call({
  path: '/v1/user/getPasskeyList',
  effect: 'read',
  access: 'account',
  about: '当前账号的通行密钥，先登记的在前。',
  output: listOf(passkey.schema),
})

export const beginPasskey = call({
  path: '/v1/user/beginPasskey',
  effect: 'change',
  proof: 'fresh',
  limits: [{ name: 'passkey', by: 'account', max: 60, seconds: 3600 }],
  access: 'account',
  about: '取得登记通行密钥的选项，其中的随机串两分钟内可用一次。',
  output: z.object({ options: passkeyCreation }),
  codes: [-41033, -41035, 429],
})

export const addPasskey = call({
  path: '/v1/user/addPasskey',
  effect: 'change',
  proof: 'fresh',
  access: 'account',
  about: '登记一个通行密钥，之后可以用它登录；名称取自浏览器与系统，可以再改。',
  input: z.strictObject({ passkey: passkeyAttestation }),
  output: passkey.schema,
  success: '通行密钥已添加',
  codes: [-41031, -41032, -41033, -41034, -41035],
})

export const renamePasskey = call({
  path: '/v1/user/renamePasskey',
  effect: 'change',
  proof: 'fresh',
  access: 'account',
  about: '修改通行密钥的名称。',
  input: z.strictObject({ passkey_id: id, ...passkey.input('rename') }),
  success: '名称已修改',
  codes: [-41036],
})

export const removePasskey = call({
  path: '/v1/user/removePasskey',
  effect: 'change',
  proof: 'fresh',
  access: 'account',
  about: '移除通行密钥，它随即不能再登录；其他登录随即失效。',
  input: z.strictObject({ passkey_id: id }),
  success: '通行密钥已移除，其他设备已退出登录',
  codes: [-41036],
})

export const beginPasskeyProof = call({
  path: '/v1/user/beginPasskeyProof',
  effect: 'change',
  limits: [{ name: 'passkey', by: 'account', max: 60, seconds: 3600 }],
  access: 'account',
  about: '取得再次验证身份所用的通行密钥选项，其中的随机串两分钟内可用一次。',
  output: z.object({ options: passkeyRequest }),
  codes: [-41033, 429],
})

export const reauthenticateWithPasskey = call({
  path: '/v1/user/reauthenticateWithPasskey',
  effect: 'change',
  access: 'account',
  about: '用通行密钥再次验证身份，作用与 reauthenticate 相同。',
  input: z.strictObject({ passkey: passkeyAssertion }),
  success: '身份已验证',
  codes: [-41002, -41030, -41031, -41033],
})
