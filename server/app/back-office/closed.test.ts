import { expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '#contract/operations/index.ts'
import type { Operation } from '#contract/operations/operation.ts'
import { fillEveryTable } from '#server/app/http/belongings.fixture.ts'
import { companyFields, requireOpen } from '#server/modules/companies/closed.ts'
import { testPortal } from '#server/testing/portal.ts'

const { make, system } = await testPortal()
const changes = Object.entries(operations as Record<string, Operation>).filter(([, { effect }]) => effect === 'change')
const fieldsOf = ({ input }: Operation) =>
  Object.keys(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {})
const words = (text: string) => text.trim().split(/\s+/).sort()

/** Repeats the contract's declarations to detect one that became too wide: only refunds and corrected documents remain. */
test('the operations that a closed company still allows', () => {
  const allowed = words(`
    addCompanyNote finishFollowUp noteTicket closeSupportTicket removeTicketFile withdrawProposal
    closeSalesOrder refundSalesOrder requestRefund rejectRefund resendRefund markRefundSent
    openVoucher requestTransfer requestStatement rejectTransferVoucher recordWrongTransfer recordTransferParts
    returnTransferParts recordTransferSurplus returnWrongPayment settleWrongPayment
    issueByTaxService askTaxServiceNow stopTaxService issueInvoiceRequest rejectInvoiceRequest
    reverseByTaxService reverseIssuedInvoice`)
  expect(changes.flatMap(([name, { allowsClosedCompany }]) => (allowsClosedCompany ? [name] : [])).sort()).toEqual(
    allowed,
  )
})

/** Identifiers of records that belong to no company, or to a person, whom the closing of a company does not affect. */
const ofNoCompany = words(`
  access_way_id account_id address_id address_ids approval_id article_id article_ids assignee_id announcement_id category_id category_ids
  channel_id code coupon_id coupon_type_id difference_id employee_id file_id file_ids from_address_id gift_id goods_id id import_id
  industry_id installer_id invoice_id job_id month operator_id order_id package_type_id package_type_ids parent_id passkey_id
  preparation_id price_change_ids promotion_code region_id region_ids session_id settlement_id sku_id sku_ids svp_ids terms_id to
  verification_id view_id access_way_ids number reference`)

test('every other change names its company, or something that belongs to it, in a field that the check reads', () => {
  const naming = changes.flatMap(([, operation]) =>
    operation.allowsClosedCompany
      ? []
      : fieldsOf(operation).filter(field => /(^|_)(id|ids|number|no|code|key)$/.test(field)),
  )
  const others = [...new Set(naming)].filter(field => !companyFields[field] && !ofNoCompany.includes(field))
  // An idempotency key belongs to its request alone.
  expect(others).toEqual(['request_key'])
})

test('each of these fields leads to the company', async () => {
  const company = await make.company()
  // Platform-owned rows that some of a company's rows refer to.
  await make.operator('support')
  await make.storedFile({})
  await make.order(company, { state: 'pending' })
  await make.line(company, { name: '东京一号' })
  await make.coupon(company.id, { way: 'gift' })
  await fillEveryTable(system, company.id, [])
  const tables = {
    dispute_id: 'device_dispute',
    line_id: 'line',
    proposal_id: 'proposal',
    ticket_id: 'ticket',
    trial_id: 'trial',
  }
  const row = z.object({ field: z.string(), id: z.string() })
  const named = await system.rows(row)`
    select field, (xpath('/row/id/text()', query_to_xml(
      format('select id from %I where company_id = %L', name, ${company.id}::uuid), true, true, '')))[1]::text as id
    from unnest(${Object.keys(tables)}::text[], ${Object.values(tables)}::text[]) as of (field, name)`
  const inputs = [{ field: 'company_id', id: company.id }, ...named]
  expect(inputs.map(({ field }) => field).sort()).toEqual(Object.keys(companyFields).sort())
  for (const { field, id } of inputs) await requireOpen(system, { [field]: id })
  await system.change`update company set state = 'frozen', closed_at = now() where id = ${company.id}`
  for (const { field, id } of inputs)
    await expect(requireOpen(system, { days: 1, [field]: id }), field).rejects.toMatchObject({ code: -53305 })
})
