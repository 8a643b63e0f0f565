import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { paths } from '#contract/paths.ts'
import { invoice } from '#contract/records/invoice.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { notify } from '#server/engines/notices/notices.ts'
import { MailFailure } from '#server/integrations/mail/mail.ts'

const toMail = invoice.schema
  .pick({ email: true, title: true, amount: true })
  .extend({ invoice_number: z.string(), storage_key: z.string() })

const findUnsent = (database: Database, companyId: string, invoiceId: string) =>
  database.row(toMail)`
    select email, title, amount, invoice_number, storage_key from invoice
    join stored_file on stored_file.id = file_id
    where invoice.company_id = ${companyId} and invoice.id = ${invoiceId} and state = 'issued' and mailed_at is null`

const setMailed = (database: Database, companyId: string, invoiceId: string) =>
  database.change`
    update invoice set mailed_at = now(), mail_problem = null where company_id = ${companyId} and id = ${invoiceId}`

const setMailProblem = (database: Database, companyId: string, invoiceId: string, problem: string) =>
  database.change`
    update invoice set mail_problem = ${problem}
    where company_id = ${companyId} and id = ${invoiceId} and mailed_at is null`

type Needed = Pick<TaskServices, 'config' | 'system' | 'jobs' | 'storage' | 'mailer'>

/**
 * Sends an issued invoice to the mailbox of its title. A portal without a mail server sends none. A job that dies between the
 * sending and its record sends it again, with the same id, by which mailboxes recognize it.
 */
export async function mailInvoice(
  services: Needed,
  { company_id, invoice_id }: { company_id: string; invoice_id: string },
  { lastAttempt, log }: Pick<RunningJob, 'lastAttempt' | 'log'>,
): Promise<void> {
  const { mailer, system, storage, config } = services
  const found = mailer && (await findUnsent(system, company_id, invoice_id))
  if (!found) return
  const file = await storage.get(found.storage_key)
  if (!file) throw new Error('an issued invoice without its file')
  try {
    await mailer.send(
      {
        to: [found.email],
        subject: `${config.brandName}发票 ${found.invoice_number}`,
        text: `您好，抬头为“${found.title}”、金额 ${money(found.amount)} 的发票已开具，发票号码 ${found.invoice_number}，见附件。\n\n也可以登录控制台，在“订单记录 · 发票”中下载。`,
        attachments: [
          {
            filename: `发票-${found.invoice_number}.pdf`,
            content: await buffer(file.stream),
            contentType: 'application/pdf',
          },
        ],
      },
      `invoice-${invoice_id}`,
    )
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    if (error.retry && !lastAttempt) throw new Error(error.message)
    log.error({ invoice: invoice_id, failure: error.message }, '发票邮件未能送达')
    await system.transaction(async transaction => {
      await setMailProblem(transaction, company_id, invoice_id, error.message)
      await notify(transaction, services, {
        to: { managersOfCompany: company_id },
        kind: 'invoice_decided',
        subject: `invoice:${invoice_id}:mail`,
        title: '发票邮件未能送达',
        text: `抬头为“${found.title}”的发票未能送达所填的邮箱，请在订单记录中下载，并核对抬头里的邮箱。`,
        link: `${paths.orderRecord}?tab=invoices`,
      })
    })
    return
  }
  await setMailed(system, company_id, invoice_id)
}
