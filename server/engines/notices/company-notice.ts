import type { NoticeKind } from '#contract/records/notice.ts'
import { domainEvent } from '../events.ts'

export interface CompanyNotice {
  companyId: string
  kind: NoticeKind
  /** The notice's subject. */
  subject: string
  title: string
  text: string
  link: string
}

/** Published, once per subject, when a company's managers receive a notice that none of them had received before. */
export const companyNotified = domainEvent<CompanyNotice>()
