import type { NoticeKind } from '#contract/records/notice.ts'
import { domainEvent } from '../events.ts'

export interface CompanyNotice {
  companyId: string
  kind: NoticeKind
  /** Names what it is about, as of a notice. */
  subject: string
  title: string
  text: string
  link: string
}

/** It is published, once for each subject, when a company's managers are told something that none of them had been told. */
export const companyNotified = domainEvent<CompanyNotice>()
