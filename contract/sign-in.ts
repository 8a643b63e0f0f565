import { z } from 'zod'
import { loginLimit, terminalApprovalCodes, wLogin } from './accounts.ts'
import { call } from './call.ts'
import { deviceProof } from './device-key.ts'
import { agreed, id, line, listOf, signInTicket } from './fields.ts'
import { company } from './records/company.ts'
import { companyDomain, mailDomain, signIn, signInLink } from './records/sign-in.ts'
import { signInFields, signInMinutes } from './sign-in-names.ts'

const { client_secret } = signInFields

/** The page keeps the secret until it returns, so the provider's answer is of no use to another browser. */
const begun = z.object({ url: z.string(), secret: z.string() })
const browserSecret = z.string({ error: '请从登录页重新开始' }).regex(/^[\w-]{43}$/, '请从登录页重新开始')

export const getCompanySignIn = call({
  path: '/v1/company/getCompanySignIn',
  effect: 'read',
  access: 'manager',
  about: '企业登录的设置、邮箱域名与已关联的员工（最多列出一百人）。callback 是要登记在身份提供方的回调地址。',
  output: z.object({
    settings: signIn.schema.nullable(),
    callback: z.string(),
    /** The entry address of an application in 企业微信, 钉钉 or 飞书. */
    entry: z.string(),
    /** The prefix of the TXT record's name, the same for each domain. */
    record_name: z.string(),
    domains: z.array(companyDomain.schema),
    links: listOf(signInLink.schema),
  }),
})

export const setCompanySignIn = call({
  path: '/v1/company/setCompanySignIn',
  effect: 'change',
  proof: 'fresh',
  activity: 'sign_in.changed',
  access: 'manager',
  about:
    '设置企业的身份提供方：OpenID Connect、企业微信、钉钉或飞书。issuer 是签发者地址，或企业在那里的编号。改动之后须重新测试才能启用；换了签发者或客户端编号，已关联的员工要重新关联。',
  input: z.strictObject({
    ...signIn.edit('set'),
    client_secret: line(client_secret.label, client_secret.max).optional(),
  }),
  codes: [-53022, -59101, -59103],
})

export const switchCompanySignIn = call({
  path: '/v1/company/switchCompanySignIn',
  effect: 'change',
  proof: 'fresh',
  activity: 'sign_in.switched',
  access: 'manager',
  about:
    '启用或停用企业登录，并决定员工是否只能用它登录；不说明的保持原样，停用时总是取消。启用须先测试通过，并有一个已验证的邮箱域名。',
  input: z.strictObject(signIn.input('switch')).partial({ required: true }),
  codes: [-59102, -59104, -59105],
})

export const addCompanyDomain = call({
  path: '/v1/company/addCompanyDomain',
  effect: 'change',
  activity: 'sign_in.domain_added',
  access: 'manager',
  about: '登记企业的邮箱域名，应答里是要写进 TXT 记录的内容。',
  input: z.strictObject(companyDomain.input('add')),
  output: companyDomain.schema.pick({ domain: true, token: true }),
  codes: [-59106, -59107],
})

export const proveCompanyDomain = call({
  path: '/v1/company/proveCompanyDomain',
  effect: 'change',
  idempotency: 'prepared',
  waits: true,
  limits: [{ name: 'domain-proof', by: 'company', max: 60, seconds: 3600 }],
  activity: 'sign_in.domain_proved',
  access: 'manager',
  about: '查询域名的 TXT 记录，证明它属于企业。',
  input: z.strictObject({ domain: mailDomain }),
  success: '域名已验证',
  codes: [-59108, -59109, 429],
})

export const removeCompanyDomain = call({
  path: '/v1/company/removeCompanyDomain',
  effect: 'change',
  proof: 'fresh',
  activity: 'sign_in.domain_removed',
  access: 'manager',
  about: '移除邮箱域名。启用着企业登录时，最后一个已验证的域名不能移除。',
  input: z.strictObject({ domain: mailDomain }),
  success: '域名已移除',
  codes: [-59105, -59108],
})

export const removeSignInLink = call({
  path: '/v1/company/removeSignInLink',
  effect: 'change',
  activity: 'sign_in.unlinked',
  access: 'manager',
  about: '解除一名员工与身份提供方的关联，并结束由企业登录打开的会话；下次登录须本人重新确认。',
  input: z.strictObject({ employee_id: id }),
  success: '关联已解除',
  codes: [-59110],
})

export const beginSignInTest = call({
  path: '/v1/company/beginSignInTest',
  effect: 'change',
  idempotency: 'prepared',
  waits: true,
  limits: [{ name: 'sign-in-test', by: 'company', max: 60, seconds: 3600 }],
  access: 'manager',
  about: '取得测试登录的地址：真的去身份提供方登录一次再回来，不打开会话。',
  output: begun,
  codes: [-59102, -59103, 429],
})

/**
 * A whole office shares one address, and its sessions end within the same hour. An attempt costs one row for ten minutes, and
 * nothing can be guessed: the browser's secret has 256 bits.
 */
const officeSignIns = 3000

export const findCompanySignIn = call({
  path: '/v1/user/findCompanySignIn',
  effect: 'read',
  limits: [{ name: 'find-sign-in', by: 'address', max: officeSignIns, seconds: 3600 }],
  access: 'public',
  about: '由邮箱域名找到开启了企业登录的企业。只答复已证明拥有该域名的企业。',
  input: z.strictObject({ domain: mailDomain }),
  output: listOf(company.schema.pick({ company_id: true, name: true })),
  codes: [429],
})

export const beginCompanySignIn = call({
  path: '/v1/user/beginCompanySignIn',
  effect: 'change',
  idempotency: 'prepared',
  waits: true,
  limits: [{ name: 'begin-sign-in', by: 'address', max: officeSignIns, seconds: 3600 }],
  access: 'public',
  about: `开始企业登录：应答里的 url 是身份提供方的登录页，secret 由这个浏览器留着，${signInMinutes}分钟内带回来。`,
  input: z.strictObject({ is_agree: agreed, company_id: id }),
  output: begun,
  codes: [-59102, -59103, 429],
})

export const completeCompanySignIn = call({
  path: '/v1/user/completeCompanySignIn',
  effect: 'change',
  idempotency: 'prepared',
  waits: true,
  limits: [{ name: 'complete-sign-in', by: 'address', max: 2 * officeSignIns, seconds: 3600 }, loginLimit],
  access: 'public',
  about:
    '带着身份提供方的答复回来。认识的人随即登录（opened）；第一次来的得到 ticket，由本人登录一次（wLogin 或 linkCompanySignIn）确认；测试时只说明是谁。',
  input: z.strictObject({
    /** The parameters that the provider added to the address. */
    parameters: z
      .record(z.string().max(100), z.string().max(4000), { error: '身份提供方的答复不完整' })
      .refine(value => Object.keys(value).length <= 20, '身份提供方的答复不完整'),
    secret: browserSecret,
    /** A desktop client proves its device's key with the `state` as challenge. */
    device: deviceProof.optional(),
  }),
  output: z.object({
    purpose: z.enum(['login', 'test']),
    company_name: company.schema.shape.name,
    /** The provider's name for the person. */
    shown: z.string(),
    opened: wLogin.output.nullable(),
    ticket: z.string().nullable(),
  }),
  codes: [...terminalApprovalCodes, -41009, -48017, -59102, -59103, -59111, -59112, -59113, 429],
})

export const linkCompanySignIn = call({
  path: '/v1/user/linkCompanySignIn',
  effect: 'change',
  proof: 'fresh',
  access: 'account',
  about: '在自己的登录里确认：身份提供方的这个人就是我。须是该企业的在职员工，并在五分钟内验证过身份。',
  input: z.strictObject({ ticket: signInTicket }),
  success: '企业登录已关联',
  codes: [-59114, -59115],
})

export const getOwnSignIn = call({
  path: '/v1/user/getOwnSignIn',
  effect: 'read',
  access: 'account',
  about: '当前账号与企业身份提供方的关联；没有时为 null。',
  output: z.object({
    link: signInLink.schema
      .pick({ shown: true, created_at: true, last_used_at: true })
      .extend({ company_name: company.schema.shape.name })
      .nullable(),
  }),
})

export const removeOwnSignIn = call({
  path: '/v1/user/removeOwnSignIn',
  effect: 'change',
  access: 'account',
  about: '解除自己与企业身份提供方的关联，并结束由它打开的会话。',
  success: '关联已解除',
  codes: [-59110],
})
