/** Names of the company sign-in that pages and the server share, without zod. */
export const signInKinds = {
  oidc: 'OpenID Connect',
  wecom: '企业微信',
  dingtalk: '钉钉',
  feishu: '飞书',
} as const
export type SignInKind = keyof typeof signInKinds

/** The most mail domains of a company. */
export const maxDomains = 20
/** Minutes for the way to the provider and back, and again for the first login that confirms the person's account. */
export const signInMinutes = 10
/** The first label of the name of a domain's TXT record. */
export const domainRecordName = '_hyl-verify'
/** The prefix of the token in the record. */
export const domainRecordPrefix = 'hyl-domain-verification='

export const signInFields = {
  issuer: { label: '签发者地址', max: 300 },
  client_id: { label: '客户端编号', max: 200 },
  client_secret: { label: '客户端密钥', max: 500 },
  domain: { label: '邮箱域名', max: 253 },
} as const

/** Each provider's own names for the three credentials that it needs. */
export const signInWords = {
  oidc: { issuer: '签发者地址', client_id: '客户端编号', client_secret: '客户端密钥' },
  wecom: { issuer: '企业 ID（CorpID）', client_id: '应用的 AgentId', client_secret: '应用的 Secret' },
  dingtalk: { issuer: '企业的 CorpId', client_id: '应用的 Client ID', client_secret: '应用的 Client Secret' },
  feishu: { issuer: '企业的 tenant_key', client_id: '应用的 App ID', client_secret: '应用的 App Secret' },
} as const satisfies Record<SignInKind, Record<'issuer' | 'client_id' | 'client_secret', string>>
