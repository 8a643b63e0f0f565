/** Names and limits of the content module. Its pages use this file, so it must not import zod. */

/** `scheduled` is a draft that is published automatically. */
export const articleStates = ['draft', 'scheduled', 'published', 'archived'] as const
export type ArticleState = (typeof articleStates)[number]
/** `help` explains how to use the product, `guide` how to do business overseas. */
export const articleKinds = ['help', 'guide'] as const
export type ArticleKind = (typeof articleKinds)[number]
export const articleKindNames = { help: '帮助', guide: '出海攻略' } as const

export const articleActions = ['publish', 'schedule', 'unschedule', 'unpublish', 'archive', 'unarchive'] as const
export type ArticleAction = (typeof articleActions)[number]

export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** The most characters of a text. Its JSON in UTF-8 stays below the body limit of a call. */
export const longestText = 60_000
export const imageMegabytes = 8

/** The agreements that everyone accepts at registration; each has a public page. */
export const agreementKinds = ['service', 'private'] as const
export type AgreementKind = (typeof agreementKinds)[number]
/** The template of contracts is versioned like the agreements but has no public page. */
export const termsKinds = [...agreementKinds, 'contract'] as const
export type TermsKind = (typeof termsKinds)[number]
export const termsNames: Record<TermsKind, string> = {
  service: '用户服务协议',
  private: '隐私协议',
  contract: '合同模板',
}
export const isAgreement = (kind: TermsKind): kind is AgreementKind => kind !== 'contract'
export const termsVersionPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,29}$/
/** `coming` is published and takes effect on a later day. */
export const termsStates = ['draft', 'coming', 'current', 'past'] as const
export type TermsState = (typeof termsStates)[number]

export const announcementLevels = ['info', 'warning'] as const
export type AnnouncementLevel = (typeof announcementLevels)[number]
export const announcementLevelNames: Record<AnnouncementLevel, string> = { info: '通知', warning: '提醒' }
export const announcementPlaces = ['site', 'console', 'both'] as const
export type AnnouncementPlace = (typeof announcementPlaces)[number]
export const announcementPlaceNames: Record<AnnouncementPlace, string> = {
  site: '公开网站',
  console: '企业控制台',
  both: '公开网站与控制台',
}
/** `coming` and `ended` are derived from the time. */
export const announcementStates = ['draft', 'coming', 'shown', 'ended', 'withdrawn'] as const
export type AnnouncementState = (typeof announcementStates)[number]
