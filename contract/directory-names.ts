/** Names and limits of a company's directory that pages and the server share, without zod. */
export const directoryProviders = { wecom: '企业微信', dingtalk: '钉钉', feishu: '飞书' } as const
export type DirectoryProvider = keyof typeof directoryProviders

/** The sources of a directory's people: a client that sends them by SCIM, or a provider from which they are read. */
export const directorySources = { scim: 'SCIM 2.0', ...directoryProviders } as const
export type DirectorySource = keyof typeof directorySources

export const isDirectoryProvider = (source: DirectorySource): source is DirectoryProvider =>
  Object.hasOwn(directoryProviders, source)

/** Each provider's own names for its credentials; null for those that it does not use. */
export const directoryWords = {
  wecom: {
    tenant: '企业 ID（CorpID）',
    client_id: null,
    client_secret: '应用的 Secret',
    callback_token: '接收事件的 Token',
    callback_key: '接收事件的 EncodingAESKey',
  },
  dingtalk: {
    tenant: '企业的 CorpId',
    client_id: '应用的 Client ID（AppKey）',
    client_secret: '应用的 Client Secret',
    callback_token: '事件订阅的签名 Token',
    callback_key: '事件订阅的加密 aes_key',
  },
  feishu: {
    tenant: '企业的 tenant_key',
    client_id: '应用的 App ID',
    client_secret: '应用的 App Secret',
    callback_token: '事件订阅的 Verification Token',
    callback_key: '事件订阅的 Encrypt Key',
  },
} as const

export const directoryLengths = {
  tenant: 100,
  client_id: 200,
  client_secret: 500,
  callback_token: 200,
  callback_key: 200,
}

/** The fields of a person that the directory may own. A field that it owns cannot be changed in the portal. */
export const directoryFields = {
  name: '姓名',
  job_number: '工号',
  position: '职位',
  department: '部门',
} as const
export type DirectoryField = keyof typeof directoryFields

export const directoryLeavers = { disable: '停用账号', remove: '移除员工' } as const
export const directorySuccessors = {
  none: '没有人',
  superior: '目录里的上级',
  person: '指定的员工',
} as const

export const planKinds = {
  added: '邀请加入',
  linked: '与现有员工对应',
  changed: '修改资料',
  moved: '调整部门',
  enabled: '恢复',
  disabled: '停用',
  removed: '移除',
  problem: '需要处理',
} as const
export type PlanKind = keyof typeof planKinds

/** The most people that a plan lists by name. */
export const maxPlanned = 300
/** A sync that would remove more people than this stops and waits for a manager. */
export const maxLeaving = { people: 20, share: 0.2 } as const
/** The path of the provider's change notifications; the company's id follows it. */
export const directoryCallback = '/directory-callback'
