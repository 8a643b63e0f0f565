import sql, { empty, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import type { ParsedOf } from '#contract/index.ts'
import type { OperationParsed } from '#contract/operations/index.ts'
import { proposals } from '#contract/operations/proposals.ts'
import { quoteOrder } from '#contract/orders.ts'
import { getProposalList } from '#contract/proposals.ts'
import { proposal } from '#contract/records/proposal.ts'
import { goodsProducts, orderKinds } from '#contract/shop.ts'
import { companiesNamed } from '#server/database/companies-named.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { hasPart } from '#server/database/like.ts'
import type { Page } from '#server/database/listed.ts'
import type { Quote } from '#server/modules/orders/quote.ts'

const quoted = z.object({
  kind: z.enum(orderKinds),
  product: z.enum(goodsProducts),
  items: z.array(
    quoteOrder.output.shape.items.element.extend({
      category_id: id,
      region_id: id.nullable(),
      access_way_id: id.nullable(),
      price: z.int(),
      until: instant.nullable(),
    }),
  ),
  list_amount: z.int(),
  amount: z.int(),
})

const own = getProposalList.output.shape.list.element
const content = proposals.getSalesProposal.output.shape.content

const ownColumns = sql`proposal.id as proposal_id, proposal.number, proposal.state, quoted ->> 'kind' as kind,
  quoted ->> 'product' as product, proposal.subject, (quoted ->> 'list_amount')::bigint as list_amount,
  (quoted ->> 'list_amount')::bigint - (quoted ->> 'amount')::bigint as package_discount, proposal.coupon_discount,
  proposal.payable, proposal.coupon_id, coupon_name, note, valid_days, valid_until, reason, order_id,
  shop_order.number as order_number, proposal.updated_at, sent_at`
const withOrder = sql`proposal
  left join shop_order on shop_order.company_id = proposal.company_id and shop_order.id = order_id`

type OwnFilter = Pick<ParsedOf<'getProposalList'>, 'state'>

const ofCompany = (
  companyId: string,
  { state }: OwnFilter,
) => sql`proposal.company_id = ${companyId} and sent_at is not null
  ${state ? sql`and proposal.state = ${state}` : empty}`

export const listOwn = (company: Database, companyId: string, filter: OwnFilter, page: Page) =>
  company.rows(own)`
    select ${ownColumns} from ${withOrder} where ${ofCompany(companyId, filter)}
    order by sent_at desc, proposal.id desc limit ${page.limit} offset ${page.offset}`

export const countOwn = (company: Database, companyId: string, filter: OwnFilter) =>
  countRows(company, sql`proposal where ${ofCompany(companyId, filter)}`)

const ownDetail = own.extend({ quoted, revision: z.int() })

export const findOwn = (company: Database, companyId: string, proposalId: string) =>
  company.row(ownDetail)`
    select ${ownColumns}, quoted, proposal.revision from ${withOrder}
    where proposal.company_id = ${companyId} and proposal.id = ${proposalId} and sent_at is not null`

const columns = sql`proposal.company_id, company.name as company_name, operator.display_name as operator_name,
  proposal.created_at, proposal.revision, ${ownColumns}`
const source = sql`${withOrder} join company on company.id = proposal.company_id
  join operator on operator.id = proposal.operator_id`

type Filter = Omit<OperationParsed<'getProposals'>, 'page' | 'page_size'>

const matching = ({ state, company_id, keyword }: Filter): Sql => sql`
  true ${state ? sql`and proposal.state = ${state}` : empty}
  ${company_id ? sql`and proposal.company_id = ${company_id}` : empty}
  ${
    keyword
      ? sql`and (${hasPart(sql`proposal.subject`, keyword)} or ${hasPart(sql`proposal.number`, keyword)}
          or proposal.company_id in (${companiesNamed(keyword)}))`
      : empty
  }`

export const listAll = (system: Database, filter: Filter, page: Page) =>
  system.rows(proposal.schema)`
    select ${columns} from ${source} where ${matching(filter)}
    order by proposal.updated_at desc, proposal.id desc limit ${page.limit} offset ${page.offset}`

/** Counts at most `most`. */
export const countAll = (system: Database, filter: Filter, most: number) =>
  countRows(system, sql`(select from proposal where ${matching(filter)} limit ${most}) as counted`)

const detail = proposal.schema.extend({ quoted, content })
export type Stored = z.output<typeof detail>

export const findProposal = (system: Database, proposalId: string) =>
  system.row(detail)`select ${columns}, quoted, content from ${source} where proposal.id = ${proposalId}`

/** Locks a proposal, so that the sent one is the one that was read. */
export const lockProposal = (transaction: Database, proposalId: string) =>
  transaction.row(detail)`
    select ${columns}, quoted, content from ${source} where proposal.id = ${proposalId} for no key update of proposal`

/** The cost of a content for a company. */
export interface Price {
  quote: Quote
  subject: string
  coupon: { id: string; name: string; discount: number } | null
  payable: number
}

export interface Saved extends Price {
  companyId: string
  content: z.output<typeof content>
  note: string
  validDays: number
}

export const written = z.object({
  company_id: id,
  proposal_id: id,
  number: z.string(),
  subject: z.string(),
  payable: z.int(),
  sent_at: instant.nullable(),
  /** The operator who drafted it. */
  operator_id: id,
})
export type Written = z.output<typeof written>
export const writtenColumns = sql`company_id, id as proposal_id, number, subject, payable, sent_at, operator_id`

export const insertDraft = (system: Database, number: string, operatorId: string, saved: Saved) =>
  system.one(written)`
    insert into proposal (company_id, number, content, quoted, subject, coupon_id, coupon_name, coupon_discount, payable,
      note, valid_days, operator_id)
    values (${saved.companyId}, ${number}, ${JSON.stringify(saved.content)}::jsonb, ${JSON.stringify(saved.quote)}::jsonb,
      ${saved.subject}, ${saved.coupon?.id ?? null}, ${saved.coupon?.name ?? null}, ${saved.coupon?.discount ?? 0},
      ${saved.payable}, ${saved.note}, ${saved.validDays}, ${operatorId})
    returning ${writtenColumns}`

/** Guard: the state and the revision. Neither a sent proposal nor a draft that a colleague has changed since is changed. */
export const updateDraft = (system: Database, proposalId: string, revision: number | undefined, saved: Saved) =>
  system.row(written)`
    update proposal set content = ${JSON.stringify(saved.content)}::jsonb, quoted = ${JSON.stringify(saved.quote)}::jsonb,
      subject = ${saved.subject}, coupon_id = ${saved.coupon?.id ?? null}, coupon_name = ${saved.coupon?.name ?? null},
      coupon_discount = ${saved.coupon?.discount ?? 0}, payable = ${saved.payable}, note = ${saved.note},
      valid_days = ${saved.validDays}, updated_at = now(), revision = revision + 1
    where company_id = ${saved.companyId} and id = ${proposalId} and state = 'draft' and revision = ${revision ?? null}::integer
    returning ${writtenColumns}`

/** Sends the present prices, which then stay. The draft's page did not show what was sent, hence the new revision. */
export const setSent = (transaction: Database, companyId: string, proposalId: string, price: Price, until: string) =>
  transaction.row(written)`
    update proposal set state = 'sent', sent_at = now(), updated_at = now(), revision = revision + 1, valid_until = ${until},
      quoted = ${JSON.stringify(price.quote)}::jsonb, subject = ${price.subject},
      coupon_discount = ${price.coupon?.discount ?? 0}, payable = ${price.payable}
    where company_id = ${companyId} and id = ${proposalId} and state = 'draft' returning ${writtenColumns}`

/**
 * Guard: the state and the end. Of several concurrent acceptances, refusals, withdrawals and the end of its time, the row's lock
 * lets one through, and the others find it decided.
 */
export const setAccepted = (transaction: Database, companyId: string, proposalId: string, revision: number) =>
  transaction.row(written)`
    update proposal set state = 'accepted', updated_at = now()
    where company_id = ${companyId} and id = ${proposalId} and state = 'sent' and valid_until > now() and revision = ${revision}
    returning ${writtenColumns}`

export const setOrder = (transaction: Database, companyId: string, proposalId: string, orderNumber: string) =>
  transaction.change`
    update proposal set order_id = (select id from shop_order where company_id = ${companyId} and number = ${orderNumber})
    where company_id = ${companyId} and id = ${proposalId} and state = 'accepted'`

export const setDeclined = (transaction: Database, companyId: string, proposalId: string, reason: string) =>
  transaction.row(written)`
    update proposal set state = 'declined', reason = ${reason}, updated_at = now()
    where company_id = ${companyId} and id = ${proposalId} and state = 'sent' returning ${writtenColumns}`

/** Guard: the state and the revision. A company that a colleague has sent the draft to must not read why it was dropped. */
export const setWithdrawn = (transaction: Database, proposalId: string, revision: number, reason: string) =>
  transaction.row(written)`
    update proposal set state = 'withdrawn', reason = ${reason}, updated_at = now()
    where id = ${proposalId} and state in ('draft', 'sent') and revision = ${revision} returning ${writtenColumns}`

/** Returns those that a company, which is no more, can't answer any longer. */
export const withdrawOpen = (transaction: Database, companyId: string, reason: string) =>
  transaction.rows(written)`
    update proposal set state = 'withdrawn', reason = ${reason}, updated_at = now()
    where company_id = ${companyId} and state in ('draft', 'sent') returning ${writtenColumns}`

/** Whoever changes one of them reaches the company by its lock, so whoever wants both locks these first. */
export const lockOpen = (transaction: Database, companyId: string) =>
  transaction.change`
    select from proposal where company_id = ${companyId} and state in ('draft', 'sent') order by id for update`

/** Two concurrent replicas share the work. */
export const setExpired = (transaction: Database, limit: number) =>
  transaction.rows(written)`
    update proposal set state = 'expired', updated_at = now()
    where (company_id, id) in (
      select company_id, id from proposal where state = 'sent' and valid_until <= now()
      order by valid_until limit ${limit} for update skip locked)
    returning ${writtenColumns}`
