import { z } from 'zod'
import { id, listOf } from '../fields.ts'
import { passkey } from '../records/passkey.ts'
import { passkeyAssertion, passkeyAttestation, passkeyCreation, passkeyRequest } from '../webauthn.ts'
import { operation } from './operation.ts'
import { operators } from './operators.ts'

const beginOperatorPasskeyLogin = operation({
  path: '/operator/beginPasskeyLogin',
  effect: 'change',
  limits: [{ name: 'operator-passkey-login', by: 'address', max: 120, seconds: 3600 }],
  access: 'visitor',
  about: '取得通行密钥登录的选项，其中的随机串两分钟内可用一次。',
  output: z.object({ options: passkeyRequest }),
  codes: [-41033, 429],
})

const logInOperatorWithPasskey = operation({
  path: '/operator/logInWithPasskey',
  effect: 'change',
  access: 'visitor',
  audited: true,
  about: '用通行密钥登录；它要求验证使用者本人，因此代替密码与动态验证码。成功后以 Cookie 保持会话。',
  input: z.strictObject({ passkey: passkeyAssertion }),
  output: operators.logIn.output,
  codes: [-41002, -41030, -41031, -41033, -53004],
})

const getOwnPasskeyList = operation({
  path: '/operator/getOwnPasskeyList',
  effect: 'read',
  access: 'operator',
  about: '自己的通行密钥，先登记的在前。',
  output: listOf(passkey.schema),
})

const beginOwnPasskey = operation({
  path: '/operator/beginOwnPasskey',
  effect: 'change',
  proof: 'fresh',
  limits: [{ name: 'operator-passkey', by: 'operator', max: 60, seconds: 3600 }],
  access: 'operator',
  about: '取得登记通行密钥的选项，其中的随机串两分钟内可用一次。',
  output: z.object({ options: passkeyCreation }),
  codes: [-41033, -41035, 429],
})

const addOwnPasskey = operation({
  path: '/operator/addOwnPasskey',
  effect: 'change',
  proof: 'fresh',
  access: 'operator',
  audited: true,
  about: '登记一个通行密钥，之后可以用它登录；其他会话随即结束。',
  input: z.strictObject({ passkey: passkeyAttestation }),
  output: passkey.schema,
  success: '通行密钥已添加，其他地方的登录已失效',
  codes: [-41031, -41032, -41033, -41034, -41035],
})

const renameOwnPasskey = operation({
  path: '/operator/renameOwnPasskey',
  effect: 'change',
  proof: 'fresh',
  access: 'operator',
  audited: true,
  about: '修改自己的通行密钥的名称。',
  input: z.strictObject({ passkey_id: id, ...passkey.input('rename') }),
  success: '名称已修改',
  codes: [-41036],
})

const removeOwnPasskey = operation({
  path: '/operator/removeOwnPasskey',
  effect: 'change',
  proof: 'fresh',
  access: 'operator',
  audited: true,
  about: '移除自己的通行密钥；其他会话随即结束。',
  input: z.strictObject({ passkey_id: id }),
  success: '通行密钥已移除，其他地方的登录已失效',
  codes: [-41036],
})

const beginOwnPasskeyProof = operation({
  path: '/operator/beginOwnPasskeyProof',
  effect: 'change',
  limits: [{ name: 'operator-passkey', by: 'operator', max: 60, seconds: 3600 }],
  access: 'operator',
  about: '取得再次验证身份所用的通行密钥选项，其中的随机串两分钟内可用一次。',
  output: z.object({ options: passkeyRequest }),
  codes: [-41033, 429],
})

const reauthenticateOperatorWithPasskey = operation({
  path: '/operator/reauthenticateWithPasskey',
  effect: 'change',
  access: 'operator',
  audited: true,
  about: '用通行密钥再次验证身份，代替密码与动态验证码；之后五分钟内，本次登录可以执行应答 -41022 的操作。',
  input: z.strictObject({ passkey: passkeyAssertion }),
  success: '身份已验证',
  codes: [-41002, -41030, -41031, -41033],
})

export const operatorPasskeys = {
  beginOperatorPasskeyLogin,
  logInOperatorWithPasskey,
  getOwnPasskeyList,
  beginOwnPasskey,
  addOwnPasskey,
  renameOwnPasskey,
  removeOwnPasskey,
  beginOwnPasskeyProof,
  reauthenticateOperatorWithPasskey,
}
