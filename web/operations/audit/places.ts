import {
  accountPath,
  channelPath,
  companyPath,
  couponPath,
  disputePath,
  editArticlePath,
  salesOrderPath,
  salesProposalPath,
  supportTicketPath,
  verificationPath,
} from '../paths.ts'

/** The pages that show each kind of object, by the first word of a target or by the field that holds its id. */
const places: Record<string, (id: string) => string> = {
  account: accountPath,
  article: editArticlePath,
  articles: editArticlePath,
  channel: channelPath,
  company: id => companyPath(id),
  company_id: id => companyPath(id),
  coupon_type: id => couponPath(id),
  coupon_type_id: id => couponPath(id),
  dispute: disputePath,
  order: salesOrderPath,
  proposal: salesProposalPath,
  ticket: supportTicketPath,
  verification: verificationPath,
}

export const placeOf = (kind: string, id: string): string | undefined => places[kind]?.(id)
